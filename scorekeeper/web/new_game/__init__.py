from scorekeeper.web.new_game.routes import bp

__all__ = ["bp"]
