"""What stands in front of all pages: each request gets a number, and machines that watch the server get an answer.

It is no area: it has no pages, no session, no cookie, and asks nobody by what name he calls this server, as those who
look after it ask for its number.
"""

from scorekeeper.web.front.front import put_in_front

__all__ = ["put_in_front"]
