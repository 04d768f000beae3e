"""Looks at report.html in a Chromium: page.py BROWSER FOLDER_OF_CAMPAIGNS.

Exits with 1 and a sentence for everything that is not as it should be. Where WHICHJVM_SCREENSHOTS
names a folder it leaves there what it saw.
"""

import pathlib
import sys

from page_hosts import look_at_hosts
from page_visit import PHONE, SCREEN, TAGS, Visit, check, faults, keep, luminance
from playwright.sync_api import sync_playwright

CHARTS = [
    "ratios-service",
    "ratios-response",
    "forks",
    "timeline",
    "percentiles-service",
    "percentiles-response",
    "median",
    "p99-99",
    "causes-service",
    "causes-response",
]
# Of the campaigns that have other ones.
_FORKS_OF = {
    "scores": "cas-1 add-1 cas-2 add-2 cas-shared-2 adjacent-2 padded-2 hand-off-2 round-trip-2",
    "steal": "pause-p50-2 pause-p99-2 pause-max-2 pause-per-gb-2 allocation-1 collections-2",
}
CHARTS_OF = {
    folder: ["ratios-scores", *(f"forks-{score}" for score in scores.split())] for folder, scores in _FORKS_OF.items()
}
MAX_BYTES = 1_500_000

# Names and sizes of the charts, with how many visible marks each has.
MEASURE = """() => [...document.querySelectorAll('figure')].map(figure => {
  const svg = figure.querySelector('svg');
  const box = svg.getBoundingClientRect();
  const marks = [...svg.querySelectorAll('circle,path,rect,polygon')].filter(mark => {
    const each = mark.getBoundingClientRect();
    return !mark.closest('clipPath') && each.width + each.height > 2;
  });
  return {name: figure.id, width: box.width, height: box.height, marks: marks.length};
})"""

# Texts that are cut by their chart's edge, and upright ones on top of each other.
COLLISIONS = """() => [...document.querySelectorAll('svg.chart')].flatMap(svg => {
  const edge = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map(text => ({
    text: text.textContent, box: text.getBoundingClientRect(),
    upright: Math.abs(text.getScreenCTM().b) < 0.01}));
  const cut = texts.filter(({box}) => box.left < edge.left - 1 || box.right > edge.right + 1
    || box.top < edge.top - 1 || box.bottom > edge.bottom + 1).map(({text}) => text + ' is cut');
  const upright = texts.filter(text => text.upright);
  const over = upright.flatMap((one, i) => upright.slice(i + 1).filter(other =>
    Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1 &&
    Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 4)
    .map(other => one.text + ' lies on ' + other.text));
  return [...cut, ...over].map(what => svg.querySelector('title').textContent + ': ' + what);
})"""


def check_charts(visit):
    """Every chart is there, with room and with something in it."""
    charts = visit.page.evaluate(MEASURE)
    names = [chart["name"] for chart in charts]
    expected = CHARTS_OF.get(visit.folder, CHARTS)
    check(names == expected, f"{visit.name} has the charts {names}, not {expected}")
    for chart in charts:
        check(
            chart["width"] > 200 and chart["height"] > 100,
            f"{visit.name}: {chart['name']} is {chart['width']} x {chart['height']} pixels",
        )
        check(chart["marks"] >= 4, f"{visit.name}: {chart['name']} has {chart['marks']} marks")
    for collision in visit.page.evaluate(COLLISIONS):
        check(False, f"{visit.name}: {collision}")


def look_at(browser, file):
    """Light, on a desk: what a reader sees first."""
    visit = Visit(browser, file)
    check_charts(visit)
    check(file.stat().st_size < MAX_BYTES, f"{visit.name} has {file.stat().st_size} bytes")
    check(luminance(visit.style("body", "backgroundColor")) > 0.9, f"{visit.name} is not light")
    answer = visit.page.inner_text(".answer")
    check(answer.endswith("."), f"{visit.name} has no sentence in its head: {answer}")
    levels = visit.page.evaluate("() => [...document.querySelectorAll('h1,h2,h3')].map(each => +each.tagName[1])")
    jumps = [pair for pair in zip([0] + levels, levels) if pair[1] > pair[0] + 1]
    check(levels.count(1) == 1 and not jumps, f"{visit.name} has headings of levels {levels}")
    if file.parent.name in ("scores", "steal"):
        whole = visit.page.inner_text("body").lower()
        for word in ("message", "service", "response", "percentile"):
            check(word not in whole, f"{visit.name} speaks of {word}, which scores do not have")
    visit.keep("light")
    visit.close()


def look_at_the_first_screen(browser, file, rows):
    """Who opens the page has the answer before them: the sentence, and all of the ranked table."""
    for name, screen in (("first", SCREEN), ("first-phone", PHONE)):
        visit = Visit(browser, file, viewport=screen)
        for selector in (".answer", ".ranked tbody tr:last-child"):
            box = visit.page.query_selector(selector).bounding_box()
            bottom = box["y"] + box["height"]
            check(bottom <= screen["height"], f"{visit.name}: {selector} ends at {bottom} pixels")
        shown = visit.page.locator(".ranked tbody tr").count()
        check(shown == rows, f"{visit.name} ranks {shown} contenders, not {rows}")
        drawn = visit.page.locator(".ranked .bar[role=img][aria-label^=ratio]").count()
        check(drawn == rows, f"{visit.name} draws {drawn} ratios, not {rows}")
        folder = file.parent.name
        keep(f"{folder}-{name}.png", lambda page=visit.page: page.screenshot())
        visit.close()


def look_in_the_dark(browser, file):
    """A system in dark mode, page and charts."""
    visit = Visit(browser, file, scheme="dark")
    check(luminance(visit.style("body", "backgroundColor")) < 0.15, f"{visit.name} is not dark")
    for selector, what in (("body", "color"), (".chart text", "fill"), (".ranked td", "color")):
        shade = visit.style(selector, what)
        check(luminance(shade) > 0.5, f"{visit.name}: {selector} is {shade}, on a dark page")
    visit.keep("dark")
    visit.close()


def look_on_a_phone(browser, file):
    """Only charts and tables scroll sideways, each in its own frame."""
    visit = Visit(browser, file, viewport=PHONE)
    width = visit.page.evaluate("document.documentElement.scrollWidth")
    check(width <= PHONE["width"], f"{visit.name} is {width} pixels wide on a phone")
    visit.keep("phone")
    visit.close()


def look_on_paper(browser, file):
    """Paper is light, also from a dark system, and charts have all of their width."""
    visit = Visit(browser, file, scheme="dark")
    visit.page.emulate_media(media="print", color_scheme="dark")
    check(luminance(visit.style("body", "backgroundColor")) > 0.9, f"{visit.name} prints dark")
    check(luminance(visit.style(".chart text", "fill")) < 0.5, f"{visit.name} prints pale text")
    for frame in visit.page.query_selector_all(".plot"):
        check(
            frame.evaluate("each => getComputedStyle(each).overflowX") == "visible",
            f"{visit.name} cuts a chart on paper",
        )
    pdf = visit.page.pdf(format="A4")
    keep(f"{file.parent.name}.pdf", lambda: pdf)
    check(pdf.startswith(b"%PDF") and len(pdf) > 20_000, f"{visit.name} makes no PDF")
    visit.close()


def look_for_injections(browser, file):
    """Texts of unknown origin are texts."""
    visit = Visit(browser, file)
    charts = visit.page.locator("svg.chart").count()
    check(charts == len(CHARTS), f"{visit.name} has {charts} charts")
    tags = visit.page.evaluate(
        "() => [...new Set([...document.querySelectorAll('*')].map(e => e.tagName.toLowerCase()))]"
    )
    check(set(tags) <= TAGS, f"{visit.name} has elements that nobody wrote: {set(tags) - TAGS}")
    handlers = visit.page.evaluate(
        "() => [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
        ".filter(name => name.startsWith('on') || name === 'src')"
    )
    check(not handlers, f"{visit.name} has attributes that nobody wrote: {handlers}")
    check(
        "<script>alert(1)</script>" in visit.page.inner_text("body"),
        f"{visit.name} does not show the hostile text: then this has looked for nothing",
    )
    visit.close()


def look_at_files(browser, folder):
    """Charts as files of their own."""
    files = sorted(folder.glob("*.svg"))
    check([file.stem for file in files] == sorted(CHARTS), f"{folder} has {files}")
    for file in files:
        for scheme, dark in (("light", False), ("dark", True)):
            visit = Visit(browser, file, scheme=scheme)
            shade = visit.style(".sheet", "fill")
            check((luminance(shade) < 0.15) == dark, f"{visit.name} has a background of {shade}")
            visit.close()


def main(executable, out):
    """Every look at every page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        look_at(browser, out / "steal" / "report.html")
        for name in ("demo", "many", "scores"):
            file = out / name / "report.html"
            look_at(browser, file)
            look_in_the_dark(browser, file)
            look_on_a_phone(browser, file)
            look_on_paper(browser, file)
        look_at_the_first_screen(browser, out / "eight" / "report.html", 8)
        for name in ("hostile", "names"):
            look_for_injections(browser, out / name / "report.html")
        for name in ("demo", "names"):
            look_at_files(browser, out / name / "charts")
        for name in ("hosts-1", "hosts-3", "hosts-12", "hosts-200", "hosts-scores"):
            look_at_hosts(browser, out / name)
        browser.close()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve()))
