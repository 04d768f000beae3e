"""Looks at the joint report of hosts."""

from page_visit import PHONE, SCREEN, TAGS, Visit, check, luminance

MAX_HOSTS_BYTES = 3_000_000


def look_at_hosts(browser, folder):
    """The joint report of hosts: light, dark, on a phone, and hostile texts as text."""
    file = folder / "hosts.html"
    check(file.stat().st_size < MAX_HOSTS_BYTES, f"{file} has {file.stat().st_size} bytes")
    visit = Visit(browser, file, viewport=SCREEN)
    answer = visit.page.inner_text(".answer")
    check(answer.endswith("."), f"{visit.name} has no sentence in its head: {answer}")
    drawn = visit.page.locator(".bar[role=img][aria-label^=ratio]").count()
    check(drawn > 0, f"{visit.name} draws no ratio")
    tags = visit.page.evaluate(
        "() => [...new Set([...document.querySelectorAll('*')].map(e => e.tagName.toLowerCase()))]"
    )
    check(set(tags) <= TAGS, f"{visit.name} has elements that nobody wrote: {set(tags) - TAGS}")
    if folder.name == "hosts-3":
        shown = visit.page.inner_text("body")
        check("<script>alert(1)</script>" in shown, f"{visit.name} does not show the hostile text")
    visit.keep("light")
    visit.close()
    for name, screen, scheme in (("dark", SCREEN, "dark"), ("phone", PHONE, "light")):
        visit = Visit(browser, file, viewport=screen, scheme=scheme)
        width = visit.page.evaluate("document.documentElement.scrollWidth")
        check(width <= screen["width"], f"{visit.name} is {width} pixels wide on a {name} screen")
        dark = luminance(visit.style("body", "backgroundColor")) < 0.15
        check(dark == (scheme == "dark"), f"{visit.name} is dark: {dark}")
        visit.keep(name)
        visit.close()
