"""What every look at a page needs: a tab, what is wrong so far, and screenshots."""

import os
import pathlib
import re

# Whatever a text of unknown origin might have become, it is none of these.
_TAGS = """
html head meta title style body header main footer section aside nav figure figcaption div p h1 h2 h3 ul li dl dt dd table
caption thead tbody tr th td br a b strong span svg desc g path line circle rect polygon text tspan defs clippath details
summary i
"""
TAGS = set(_TAGS.split())
DESKTOP = {"width": 1100, "height": 900}
SCREEN = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

faults = []


def check(good, sentence):
    """Remembers what is wrong, and goes on: all faults are told at once."""
    if not good:
        faults.append(sentence)


def luminance(color):
    """From 0, black, to 1, white: of an rgb(…) as a browser computes it."""
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Visit:
    """One page, in a tab of its own, with all that it asked for or complained about."""

    def __init__(self, browser, file, viewport=None, scheme="light"):
        self.folder = file.parent.name
        self.name = f"{file.parent.name}/{file.name} ({scheme})"
        self.page = browser.new_page(viewport=viewport or DESKTOP, color_scheme=scheme)
        self.asked, self.said, self.dialogs = [], [], []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", self.dismiss)
        self.page.goto(file.as_uri())

    def dismiss(self, dialog):
        """A dialog that stays open would stop everything after it."""
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def style(self, selector, what):
        """A computed style of the first such element."""
        return self.page.eval_on_selector(selector, "(element, what) => getComputedStyle(element)[what]", what)

    def keep(self, what):
        """A picture of the whole page."""
        keep(f"{self.folder}-{what}.png", lambda: self.page.screenshot(full_page=True))

    def close(self):
        """Nothing was loaded, said or run: true of every page."""
        check(self.asked == [self.page.url], f"{self.name} asked for {self.asked[1:]}")
        check(not self.said, f"{self.name} says in the console: {self.said}")
        check(not self.dialogs, f"{self.name} opened dialogs: {self.dialogs}")
        self.page.close()


def keep(name, content):
    """Leaves what was seen where people want to look at it."""
    wanted = os.environ.get("WHICHJVM_SCREENSHOTS")
    if wanted:
        folder = pathlib.Path(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content())
