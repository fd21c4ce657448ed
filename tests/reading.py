"""What somebody reads on a page: which words lead where, and what stands below which heading of a table."""

from html.parser import HTMLParser


class Reader(HTMLParser):
    """A page; `found` are the tags that are wanted, with their attributes and their text."""

    def __init__(self, html, *wanted):
        super().__init__()
        self.found, self._wanted, self._open = [], wanted, []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag in self._wanted:
            self._open.append((tag, dict(attributes), []))

    def handle_endtag(self, tag):
        if self._open and self._open[-1][0] == tag:
            name, attributes, texts = self._open.pop()
            self.found.append((name, attributes, " ".join(" ".join(texts).split())))

    def handle_data(self, data):
        for _, _, texts in self._open:
            texts.append(data)


def links(html):
    """Return where each link leads, by its words."""
    return {text: attributes.get("href") for _, attributes, text in Reader(html, "a").found}


def rows(html):
    """Return each row of the first table as heading -> what stands below it."""
    table = html.partition("<table")[2].partition("</table>")[0]
    head, *body = ([text for _, _, text in Reader(row, "th", "td").found] for row in table.split("<tr")[1:])
    return [dict(zip(head, row, strict=True)) for row in body]
