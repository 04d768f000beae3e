"""Names of contenders and JVMs, flag sets, and the contenders that a command line names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosts import refusal, requested
from whichjvm import flag_sets, jvms
from whichjvm.console import Stop
from whichjvm.contenders import Names
from whichjvm.flag_sets import FlagSet

ONE = {"one": "/jdk/one", "two": "/jdk/two"}


def names(workload: str = "queue-latency", *contenders: str, runner: str = "docker") -> Names:
    return Names({**flag_sets.read_all(), **flag_sets.heaps(contenders)}, ["old"], workload, runner)


def refused(check: Names, name: str) -> str:
    with pytest.raises(Stop) as stop:
        check.check(name)
    return " ".join(stop.value.lines)


# --- suffixes ---


@pytest.mark.parametrize(
    "suffix",
    [
        "again1",
        "again100",
        "again2x",
        "delay",
        "delay0ns",
        "delay1000001ns",
        "delay030ns",
        "delay30",
        "delay5us",
        "delay30ns-1",
        "delay30ns-100",
        "shm",
        "spin",
        "park0ns",
        "park1000000001ns",
        "park",
        "huge2",
        "memory0m",
        "memory512",
        "memory512k",
        "cpus0",
        "cpus1.25",
        "cpus1000",
        "zgc2",
    ],
)
def test_a_suffix_that_is_none_is_named(suffix: str) -> None:
    said = refused(names(), f"one+{suffix}")
    assert f"has the unknown suffix '+{suffix}'" in said
    assert "a flag set: +aot-cache +c1-only " in said


@pytest.mark.parametrize("name", ["one+", "one+Again", "one+@", "One", "", "../one"])
def test_what_is_no_name_is_refused(name: str) -> None:
    refused(names(), name)


@pytest.mark.parametrize(
    "name",
    ["one+again+again2", "one+zgc+huge+zgc", "one+yield+park5ns", "one+delay30ns+delay30ns-2", "one+zgc+thp+zgc"],
)
def test_one_of_a_kind_is_enough(name: str) -> None:
    assert "has both +" in refused(names(), name)


@pytest.mark.parametrize(
    "name, sets, setting",
    [
        ("one+zgc+serialgc", "+serialgc and +zgc", "the garbage collector"),
        ("one+thp+compact-headers+no-coh", "+compact-headers and +no-coh", "UseCompactObjectHeaders"),
        ("one+heap512m+heap2g", "+heap2g and +heap512m", "-Xms"),
    ],
)
def test_flag_sets_that_exclude_one_another_are_refused(name: str, sets: str, setting: str) -> None:
    assert f"has {sets}, and both set {setting}" in refused(names("command", name), name)


@pytest.mark.parametrize("name", ["one+delay30ns", "one+zgc+huge", "one+yield"])
@pytest.mark.parametrize("workload", ["command", "gc-steal"])
def test_what_only_messages_have_is_refused_of_scores(name: str, workload: str) -> None:
    assert f"which --workload {workload} does not take" in refused(names(workload), name)


@pytest.mark.parametrize(
    "name, workload",
    [
        ("jdk21-temurin+zgc+huge+park1000ns+delay30ns-2+again99", "queue-latency"),
        ("one+again+serialgc", "gc-steal"),
        ("one+app-old+zgc+again", "command"),
        ("one+thp+zgc+largepages", "command"),
    ],
)
def test_one_of_each_kind_may_be_together(name: str, workload: str) -> None:
    names(workload).check(name)


# --- flag sets ---


def test_each_flag_set_that_is_there_says_what_it_changes() -> None:
    for name, flag_set in flag_sets.read_all().items():
        assert flag_set.says[0].isupper() and flag_set.says.endswith("."), name


@pytest.mark.parametrize(
    "typed, whole",
    [
        ("one+serial+compact", "one+serialgc+compact-headers"),
        ("one+zgc", "one+zgc"),
        ("one+huge", "one+huge"),
        ("one+no", "one+no"),
    ],
)
def test_the_beginning_of_a_flag_sets_name_is_enough(typed: str, whole: str) -> None:
    assert flag_sets.whole_names(typed, flag_sets.read_all()) == whole


def test_options_are_words_and_comments_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "some.options").write_text("# One\n# sentence.\n# needs: 11-\n-Xa\n\n21-22: -Xb\n24-: -Xc\n")
    assert flag_sets.read_all(tmp_path) == {"some": FlagSet("-Xa 21-22:-Xb 24-:-Xc", "One sentence.", "11-")}


@pytest.mark.parametrize("needs", ["aarch64", "aarch64 11-: it is new", "-16", "11-16", "amd64: why"])
def test_what_a_flag_set_needs_is_kept_as_it_is_written(tmp_path: Path, needs: str) -> None:
    (tmp_path / "some.options").write_text(f"# A.\n# needs: {needs}\n-Xa\n")
    assert flag_sets.read_all(tmp_path)["some"].needs == needs


@pytest.mark.parametrize(
    "text",
    [
        "# needs: sparc\n-Xa\n",
        "# needs: \n-Xa\n",
        "# needs: 11-\n# needs: -16\n-Xa\n",
        "-Xa -Xb\n",
        "-Da='b'\n",
        "Xa\n",
        "21: -Xa\n",
        "# nothing\n",
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "some.options").write_text(text)
    with pytest.raises(Stop, match="docker/flags/some.options has "):
        flag_sets.read_all(tmp_path)


@pytest.mark.parametrize("name", ["huge", "yield", "again", "Some", "delay30ns"])
def test_a_name_that_contenders_have_already_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.options").write_text("# A.\n-Xa\n")
    with pytest.raises(Stop, match="cannot be the name of a flag set"):
        flag_sets.read_all(tmp_path)


@pytest.mark.parametrize("text", ["g1,zgc × compact,- × heap=512m,2g", "g1, zgc x compact,- x heap=512m,2g"])
def test_of_each_list_a_contender_has_one(text: str) -> None:
    of_one = ["+compact+heap512m", "+compact+heap2g", "+heap512m", "+heap2g"]
    assert flag_sets.grid(text) == [f"+g1{each}" for each in of_one] + [f"+zgc{each}" for each in of_one]


def test_a_list_may_have_sizes_of_containers() -> None:
    assert flag_sets.grid("memory=256m,1g x cpus=0.5,-") == [
        "+memory256m+cpus0.5",
        "+memory256m",
        "+memory1g+cpus0.5",
        "+memory1g",
    ]


@pytest.mark.parametrize("workload", ["command", "service"])
def test_programs_in_containers_have_sizes(workload: str) -> None:
    names(workload).check("one+memory512m+cpus1.5")
    said = refused(names(workload, runner="host"), "one+cpus2")
    assert "the size of a container, and --runner host has none" in said
    assert "+memory64m or more" in refused(names(workload), "one+memory63m")
    assert "has both +memory1g and +memory2g" in refused(names(workload), "one+memory1g+memory2g")


@pytest.mark.parametrize("workload", ["queue-latency", "retail"])
def test_without_a_program_there_is_no_size_of_its_container(workload: str) -> None:
    assert "runs no program" in refused(names(workload), "one+memory512m")


def test_a_dash_is_none_of_a_list() -> None:
    assert flag_sets.grid("-,serial") == ["", "+serial"]
    assert flag_sets.grid("zgc+thp") == ["+zgc+thp"]


@pytest.mark.parametrize(
    "text", ["", "g1,", "G1", "g1 x", "g1 y zgc", "-XX:+UseZGC", "heap=", "heap=512", "memory=1", "cpus=0", "g1++zgc"]
)
def test_anything_else_is_no_grid(text: str) -> None:
    with pytest.raises(Stop, match="--flags is '"):
        flag_sets.grid(text)


# --- JVMs ---

HOST = ["jdk17-debian", "graalvm-ce-17", "jdk25-mine", "jdk25-temurin"]
MEANT = """\
17 jdk17-temurin
jdk17 jdk17-temurin
21-corretto jdk21-corretto
corretto-21 jdk21-corretto
graalvm-ce-17 graalvm-ce-17
17-oracle oracle-graalvm-17
28 jdk28-ea
16 history-jdk16
11.0.12 history-jdk11-0-12
11 jdk11-temurin
article-17 article-jdk17-temurin
"""


def unknown(typed: str, known: list[str]) -> str:
    with pytest.raises(Stop) as stop:
        jvms.whole_name(typed, known, "host")
    return " ".join(stop.value.lines)


@pytest.mark.parametrize("typed, name", [line.split() for line in MEANT.splitlines()])
def test_one_of_the_table_is_meant(typed: str, name: str) -> None:
    assert jvms.whole_name(typed, jvms.of_images(jvms.services("*")), "docker") == name


@pytest.mark.parametrize("typed", ["graalvm-17", "zulu", "temurin"])
def test_what_is_ambiguous_names_the_candidates(typed: str) -> None:
    known = jvms.of_images(jvms.services("*"))
    assert f"'{typed}' may be " in unknown(typed, known)
    wanted = "'21-graalvm' may be graalvm-ce-21 or oracle-graalvm-21 try: name one of them, such as graalvm-ce-21"
    assert unknown("21-graalvm", known).endswith(wanted)


@pytest.mark.parametrize("typed", ["jdk1", "1"])
def test_a_part_of_a_word_is_no_jvm(typed: str) -> None:
    assert f"there is no JVM '{typed}'" in unknown(typed, jvms.of_images(jvms.services("*")))


def test_on_a_host_the_only_plain_jvm_of_a_version_is_meant() -> None:
    assert [jvms.whole_name(each, HOST, "host") for each in ("17", "25", "mine")] == [
        "jdk17-debian",
        "jdk25-temurin",
        "jdk25-mine",
    ]


def test_the_nearest_name_is_suggested_if_one_is_near() -> None:
    assert unknown("jdk17-debain", HOST).endswith(
        "there is no JVM 'jdk17-debain' (did you mean jdk17-debian?) for --runner host try: one of: jdk17-debian"
        " jdk25-temurin jdk25-mine graalvm-ce-17"
    )
    assert "'something' for --runner" in unknown("something", HOST)


def test_of_many_names_the_sentence_has_the_nearest() -> None:
    said = unknown("jdk7-one", ["zulu8", "jdk8-one", "jdk8-two", "jdk8-three", "jdk9-one"])
    assert "try: one of: jdk8-one jdk9-one " in said
    assert said.endswith(" and 1 more; whichjvm list prints them")


def test_services_are_those_of_the_table() -> None:
    assert [name for name, profile in jvms.table() if profile != "base"] == [
        name for name, _ in jvms.table() if name in jvms.of_images(jvms.services("*"))
    ]
    assert jvms.in_order(["mine", "jdk21-temurin", "jdk17-temurin"])[0] == "mine"


RELEASE = 'IMPLEMENTOR="{}"\nIMPLEMENTOR_VERSION="{}"\nJAVA_VERSION="{}"\nMODULES="java.base"\n'


@pytest.mark.parametrize(
    "vendor, own, version, name",
    [
        ("Eclipse Adoptium", "Temurin-25.0.3+9", "25.0.3", "jdk25-temurin"),
        ("Azul Systems, Inc.", "Zulu17.44+53-CA", "17.0.8", "jdk17-zulu"),
        ("Amazon.com Inc.", "Corretto-8.412", "1.8.0_412", "jdk8-corretto"),
        ("Debian", "x", "17.0.15", "jdk17-debian"),
    ],
)
def test_a_jvm_of_this_host_is_named_by_its_file_release(vendor: str, own: str, version: str, name: str) -> None:
    assert jvms.name_by_release(RELEASE.format(vendor, own, version)) == name
    said = f"    java.specification.version = {version.replace('_', '')}\n    java.vendor = {vendor}\n"
    assert jvms.name_by_properties(f"{said}    java.vendor.version = {own}\n") == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        'JAVA_VERSION="1.8.0_412"\n',
        'IMPLEMENTOR="Azul Systems, Inc."\nJAVA_VERSION="8"\n',
        RELEASE.format("Oracle Corporation", "x", "21") + 'GRAALVM_VERSION="23.1.0"\n',
    ],
)
def test_a_release_that_does_not_tell_is_no_name(text: str) -> None:
    assert jvms.name_by_release(text) == ""


# --- the contenders of a campaign ---


def asked(words: str, verb: str = "compare") -> tuple[list[str], str | None]:
    made = requested(verb, words.split(), ONE)
    return made["contenders"], made.get("baseline")


@pytest.mark.parametrize(
    "words, contenders, baseline",
    [
        ("two two+serial", ["two", "two+serialgc"], None),
        ("one two --baseline two+zgc", ["one", "two", "two+zgc"], "two+zgc"),
        ("one one", ["one"], None),
        ("one --rate 10k,50k", ["one+rate10k", "one+rate50k"], None),
        ("one+yield --flags -,zgc", ["one+yield", "one+yield+zgc"], None),
        ("", ["one", "two"], None),
    ],
)
def test_each_is_named_once_in_the_order_of_the_report(words: str, contenders: list[str], baseline: str | None) -> None:
    assert asked(words) == (contenders, baseline)


def test_each_jvm_races_with_each_flag_set_and_the_baseline_as_it_is() -> None:
    contenders, baseline = asked("one two --flags serial,zgc×-,thp -- java A", "race")
    grid = ["+serialgc", "+serialgc+thp", "+zgc", "+zgc+thp"]
    assert contenders == [jvm + each for jvm in ("one", "two") for each in grid] + ["one"]
    assert baseline == "one"


def test_each_jvm_runs_each_version_of_a_program() -> None:
    contenders, baseline = asked("--app old=/usr --app new=/etc --baseline one one two+zgc -- true")
    assert contenders == ["one+app-old", "one+app-new", "two+zgc+app-old", "two+zgc+app-new"]
    assert baseline == "one+app-old"


def test_the_calibrated_jvm_is_the_usual_one_else_the_first() -> None:
    assert asked("", "calibrate")[0] == ["one"]
    assert requested("calibrate", [])["contenders"] == ["jdk17-temurin"]


def test_the_flag_sets_are_those_that_contenders_have() -> None:
    made = requested("compare", ["one", "two+heap1g+serial"], ONE)
    assert sorted(made["flagSets"]) == ["heap1g", "serialgc"]


def test_a_wrong_jvm_or_flag_set_has_the_nearest_name() -> None:
    assert "(did you mean +serialgc?)" in refusal("compare", ["one+serailgc"], ONE)[1]
    assert "there is no JVM 'twoo' (did you mean two?)" in refusal("compare", ["two", "twoo"], {"two": ""})[1]
