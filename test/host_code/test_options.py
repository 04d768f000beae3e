"""Options: what their values may be, what cannot be meant together, and what help says of them."""

from __future__ import annotations

import re

import pytest
from hosts import COMPARE, refusal, requested
from whichjvm.console import nearest
from whichjvm.given import Given, parse
from whichjvm.options import GROUPS, OWN, TOPICS
from whichjvm.screens import screen

# A verb, its words, in which an underscore is a blank, and a part of what refuses it, whose lines have a blank between.
REFUSED = """\
compare --blocks 0 | --blocks is '0' try: a whole number from 1 to 10000
compare --blocks -3 | --blocks is '-3'
compare --blocks many | --blocks is 'many'
compare --seed x | --seed is 'x'
compare --preset slow | --preset is 'slow' try: one of quick, full, deep, article
compare --workload specjbb | --workload is 'specjbb' try: one of queue-latency, gc-steal
compare --rate 10k,10k | --rate is '10k,10k' try: messages a second, or several
compare --rate 10k, | --rate is '10k,'
compare --rate 0 | --rate is '0'
compare --gate latency=2 | --gate is 'latency=2', which is no exclusion rule try: NAME=LIMIT, where NAME is one of floor-in-fork
compare --gate steal-share=2% | --gate is 'steal-share=2%', and steal-share cannot have this limit
compare --gate steal-share | --gate is 'steal-share', and steal-share cannot have this limit
compare --gate steal=0.1 | --gate is 'steal=0.1', which is no exclusion rule
compare --gate steal-share=-1 | --gate is 'steal-share=-1', and
compare --gate steal-share=NaN | --gate is 'steal-share=NaN', and
compare --gate floor-in-fork=0.9 | --gate is 'floor-in-fork=0.9', and floor-in-fork cannot have this limit
compare --gate late=1 | --gate is 'late=1', and late has no limit try: late=on or late=off
compare --gate =1 | --gate is '=1', which is no exclusion rule
compare --retries -1 | --retries is '-1' try: a whole number from 0 to 10000
compare --precision 2 | --precision is '2' try: a percentage from 0.1% to 50%
compare --precision 0% | --precision is '0%'
compare --precision 50.1% | --precision is '50.1%'
compare --margin -3% | --margin is '-3%'
compare --precision 2% --max-time 0 | --max-time is '0' try: a time from 1s to 24h
compare --precision 2% --max-time 25h | --max-time is '25h'
compare --precision 2% --max-time soon | --max-time is 'soon'
compare --preset full --max-time 10m | --max-time ends a campaign that runs until --precision is reached
compare --precision 2% --retries 1 | --retries is 1, and cannot be together with --precision
compare --decide p51 | --decide has 'p51'
compare --contrast adjacent/padded | --contrast compares two scores, and --workload queue-latency
compare --workload gc-steal --contrast adjacent | --contrast is 'adjacent' try: two
compare --workload gc-steal --contrast a/a | --contrast is 'a/a'
compare --workload gc-steal --preset article | --preset article is about messages
compare --workload gc-steal --cpus 0,1 | --cpus names the two CPUs of --workload queue-latency
compare jdk99 | there is no JVM 'jdk99' for --runner host try: one of: one two
compare --control --baseline one+again one | the baseline one+again is such a contender itself
compare --effect 30 | --effect and --contenders are for a calibration
calibrate --effect 0 | --effect is '0' try: a whole number from 1 to 1000000
calibrate --effect 1000001 | --effect is '1000001'
calibrate --effect 5% | --effect is '5%'
calibrate --contenders 1 | --contenders is '1' try: a whole number from 2 to 50
calibrate one two | one two are several try: whichjvm calibrate one
calibrate one --baseline two | one two are several try: whichjvm calibrate one
calibrate one --rate 10k,50k | one+rate10k one+rate50k are several try: whichjvm calibrate one
calibrate one+again | 'one+again' has a suffix, and a calibration makes its contenders itself try: whichjvm calibrate one
calibrate --workload gc-steal | --workload gc-steal has none
compare --service-level 1ms one | --service-level is for --workload queue-latency with --rate max
compare --workload retail --rate max one | --rate is 'max' try: requests a second, or several
compare --rate max --preset article one | --preset article is about messages
compare --rate max --duration 1s one | --duration is for --workload queue-latency, gc-steal
compare --rate max one+huge | 'one+huge' has +huge, which --workload queue-latency with --rate max does not
compare --rate max one+yield | 'one+yield' has +yield, which --workload queue-latency with
compare --event alloc one | --event says what an explanation looks at, and nothing is explained try: add --explain
compare --explain --event heat one | --event is 'heat' try: one of cpu
compare --workload gc-steal --explain one | --explain is for --workload
compare --interleave blocks | --interleave is 'blocks' try: turns or forks
compare --interleave turns --workload gc-steal | of which a fork is one batch that cannot be cut
compare --interleave turns --preset article | --interleave turns is not for --preset article
compare --interleave forks --turn 1s | --turn is the length of a turn, and with --interleave forks
compare --turn soon | --turn is 'soon' try: a time
compare --turn 1s,2s | --turn is '1s,2s' try: a time
compare --turn 0 | --turn is '0' try: a time above 0
compare --workload retail --interleave forks | --interleave forks is not for --workload retail, whose contenders are
compare --workload retail --preset article | --preset article is about messages
compare --workload retail --turn 0 | --turn is '0'
compare --workload retail --cpus 0,1 | --cpus names the two CPUs
compare --workload command one | --workload command needs a program
compare --workload command --memory 2g one -- true | --memory is for containers
compare --workload command --network one -- true | --network is for containers
compare --workload command --adapter spec one -- true | --adapter is 'spec'
compare --workload command --adapter jmh --until x one -- true | --until ends the program before
compare --workload command --timeout 1ms one -- true | --timeout is '1ms'
compare --workload command --duration 1s one -- true | --duration is for --workload
compare --workload specjbb2015 one -- true | --workload is 'specjbb2015' try: one of
compare --until x one | --until is for --workload command
compare --app a=/usr one | --app is for --workload command, service
compare --app a one -- true | --app is 'a' try: NAME=DIR
compare --app a=/usr --app a=/etc one -- true | --app is 'a=/etc'
compare --app a=/usr --mount /etc one -- true | --app names the program's folders
compare --app a=/usr one+app-b -- true | has +app-b, and there is no --app b try: --app b=DIR
compare --workload retail --duration 1s one | --duration is for --workload
compare --workload service one -- java | needs the port that the server listens on
compare --service 8080 one | --workload service needs a program
compare --service 0 one -- java | --service is '0' try: a whole number from 1 to 65535
compare --service 65536 one -- java | --service is '65536'
compare --service 80 --workload gc-steal one -- java | --service is for --workload service
compare --service 80 --workload command one -- java | --service is for --workload service, and this
compare --ready /x one -- java | --ready is for --workload service, and this is command
compare --service 80 --interleave forks one -- java | --interleave forks is not for --workload service
compare --service 80 --preset article one -- java | --preset article is about messages
compare --service 80 --ready health one -- java | --ready is 'health' try: a path
compare --service 80 --ready regex: one -- java | --ready is 'regex:'
compare --service 80 --request FETCH_/ one -- java | --request is 'FETCH /' try: a method
compare --service 80 --request GET_x one -- java | --request is 'GET x'
compare --service 80 --request 0:GET_/x one -- java | --request is '0:GET /x'
compare --service 80 --request GET_/ --request @t one -- java | --request @t is all requests, and there are others try: leave out
compare --service 80 --request @/t one -- java | --request is '@/t' try: @ and the path of a file in
compare --service 80 --request @../t one -- java | --request is '@../t'
compare --service 80 --protocol ftp one -- java | --protocol is 'ftp' try: one of http
compare --service 80 --rate 0 one -- java | --rate is '0' try: requests a second
compare --service 80 --rate 5,,6 one -- java | --rate is '5,,6'
compare --service 80 --rate 1k,500 one -- java | --rate is '1k,500' try: requests a second
compare --service 80 --rate max one -- java | --rate is 'max'
compare --service 80 --rate 5 --points 5 one -- java | --points is for a ladder of rates
compare --service 80 --points 2 one -- java | --points is '2' try: a whole number from 5 to 100
compare --service 80 --warmup soon one -- java | --warmup is 'soon'
compare --service 80 --turn 0 one -- java | --turn is '0'
compare --service 80 --until x one -- java | --until is for --workload command, and
compare --service 80 --duration 1s one -- java | --duration is for --workload
compare --service 8080 one two -- java | servers are alive together, and each needs a port of its own
compare --service 65535 one two -- java {port} | the ports of 2 contenders would go beyond 65535
race one two --precision 2% --retries 1 | --retries is 1, and cannot be together with --precision
race one two --retries 1 | --retries is 1, and cannot be together with --precision
compare one two --within wall<2s -- java A | and this is no race try: whichjvm race
race one two --within wall<2s | has no wall try: p50, p90
race one two --within wall -- java | --within is 'wall' try: a metric and what it may be of the baseline's
race --within speed one -- java | --within is 'speed' try: a metric
race --flags fast one -- java | has the unknown suffix '+fast'
race --flags zgc,serial_x_g1 one -- java | has +g1gc and +zgc, and both set the garbage collector try: leave one of them out
compare one two --interleave turns --adapter jmh -- java | a program is frozen while others run, and its clocks run on, so its own scores are wrong try: leave out --adapter
compare one two --interleave turns --metric=x=([0-9]+) -- java | leave out --metric, or --interleave turns
compare one two --interleave turns --turn 100ms -- java | --turn is for messages, and programs get turns of 0.2 s try: leave out --turn
compare one -- --stages | --stages is what whichjvm explain gives to forks that explain
compare one --memory 32m -- java | --memory is '32m' try: at least 64m, such as 2g
compare one --memory much -- java | --memory is 'much' try: a size, such as 256 or 64m
compare --runner docker --with /etc/passwd:db --network one -- java | --with gives the program a network of its own, and --network another try: leave out --network
compare --with /etc/none.yaml:db one -- java | --with is '/etc/none.yaml:db' try: FILE:SERVICE[,SERVICE], a compose file
compare --workload service --service 80 --request @t one -- java | none is mounted try: --mount DIR
compare --workload gc-steal --contrast a/b --contrast a/b one | --contrast a/b is there twice try: give each contrast once
compare --workload gc-steal --decide p99 one | --decide has 'p99', and this workload has scores, not percentiles
compare --gate late=0.5 one | --gate is 'late=0.5', and late has no limit
compare --gate floor-in-fork=0.5 one | try: floor-in-fork=1.25 or another number from 1 to 1000, or floor-in-fork=off
compare --jdk JDK_17 one | --jdk is 'JDK 17' try: NAME=PATH or NAME=IMAGE, the name in lower case
explain c two one one | 'two one one' are 3 contenders, and two are explained try: whichjvm explain c two one
explain c two one --event heat | --event is 'heat' try: one of cpu
explain c two one --margin=5% | --margin cannot be other than in the campaign that is explained try: leave it out
explain c two one --control | --control cannot be other than in the campaign that is explained try: leave it out
explain c two one --seed=7 | --seed cannot be other than in the campaign that is explained try: leave it out
explain c two one --rate=10k | --rate cannot be other than in the campaign that is explained try: leave it out
explain c two one --cpus=0,1 | --cpus cannot be other than in the campaign that is explained try: leave it out
explain c two one --memory=2g | --memory cannot be other than in the campaign that is explained try: leave it out
race one two --resume-or-start | --resume-or-start is only for whichjvm compare try: leave it out
explain c two one --resume-or-start | --resume-or-start is only for whichjvm compare try: leave it out
calibrate one --resume-or-start | --resume-or-start is only for whichjvm compare try: leave it out
compare one --resume-or-start --resume=c | --resume-or-start and --resume exclude each other try: leave one of them out
compare one --resume-or-start --dry-run | --resume-or-start and --dry-run exclude each other try: leave one of them out
compare one --resume-or-start --list=jvms | --resume-or-start and --list exclude each other try: leave one of them out
compare one --resume-or-start --explain | --resume-or-start and --explain exclude each other try: leave one of them out
"""


def table(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.splitlines()]


def given(words: str) -> Given:
    return parse(COMPARE, words.split(), "compare")


@pytest.mark.parametrize("words, part", table(REFUSED))
def test_what_cannot_be_meant_is_an_error_and_what_to_try(words: str, part: str) -> None:
    verb, *others = [word.replace("_", " ") for word in words.split()]
    code, says = refusal(verb, others, {"one": "/jdk/one", "two": "/jdk/two"})
    assert code == 2
    assert part in says
    assert re.fullmatch("error: .+ try: .+", says)


@pytest.mark.parametrize(
    "words, sentence",
    [
        ("--presett full", "'--presett' is no option (did you mean --preset?) try: "),
        ("--frobnicate", "'--frobnicate' is no option try: "),
        ("--contr", "'--contr' is no option (did you mean --control?) try: "),
        ("--blocks", "--blocks needs a value try: --blocks N"),
        ("--gate", "--gate needs a value try: --gate NAME=LIMIT"),
        ("--blocks --seed 3", "--blocks needs a value try: --blocks N"),
        ("--control=3", "--control takes no value, and got '3'"),
        ("--mount /none one -- java", "--mount is '/none', which is no folder that "),
        ("--study nothing", "there is no study 'nothing' try: one of: arm-specjbb article "),
        ("--study gc-steel", "there is no study 'gc-steel' (did you mean gc-steal?) try: "),
        ("--study ./none.study", "there is no study './none.study'"),
        ("--resume /", "--resume is '/' try: the name of a campaign in the results folder"),
    ],
)
def test_what_is_no_option_or_lacks_its_value_is_refused(words: str, sentence: str) -> None:
    assert sentence in refusal("compare", words.split())[1]


def test_the_last_value_counts_unless_an_option_may_be_given_again() -> None:
    options = given("one --blocks 1 --gate late=on --blocks=2 two --gate=late=off --control")
    assert options.value("--blocks") == 2
    assert options.texts("--gate") == ["late=on", "late=off"]
    assert options.operands == ["one", "two"]
    assert options.has("--control")
    assert not options.has("--seed")
    assert options.program() == []


def test_behind_two_dashes_nothing_is_an_option() -> None:
    options = given("one -- java --blocks 1 -- x")
    assert options.program() == ["java", "--blocks", "1", "--", "x"]
    assert not options.has("--blocks")


@pytest.mark.parametrize(
    "option, text, value",
    [
        ("--precision", "7%", 0.07),
        ("--margin", "2.3%", 0.023),
        ("--max-time", "20m", 1200),
        ("--memory", "2g", 2 << 30),
        ("--effect", "30ns", 30),
        ("--effect", "30", 30),
        ("--seed", "9" * 18, 10**18 - 1),
        ("--gate", "late=on", ("late", "on")),
        ("--resume", "out/latest/", "latest"),
        ("--turn", "0.5s", "0.5s"),
    ],
)
def test_a_value_is_what_its_text_means(option: str, text: str, value: object) -> None:
    assert given(f"{option} {text}").value(option) == value


@pytest.mark.parametrize(
    "words, workload",
    [
        ("17", "queue-latency"),
        ("17 -- --rate 5", "queue-latency"),
        ("17 --rate max", "queue-rate"),
        ("17 -- java A", "command"),
        ("17 --service 80 -- java A", "service"),
        ("--workload retail 17", "retail"),
        ("--study gc-steal 17", "gc-steal"),
    ],
)
def test_the_workload_follows_from_what_is_given(words: str, workload: str) -> None:
    assert requested("compare", words.split())["workload"] == workload


def test_a_wrong_name_has_the_nearest_one_if_one_is_similar() -> None:
    assert nearest("compere", ["compare", "race"]) == " (did you mean compare?)"
    assert nearest("serailgc", ["serialgc", "zgc"], "+") == " (did you mean +serialgc?)"
    assert nearest("brew", ["race", "report"]) == ""
    assert nearest("a", []) == ""


SCREENS = ["compare", *(topic.name for topic in TOPICS), *OWN]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_a_hundred_columns_at_most(name: str) -> None:
    assert max(map(len, screen(name).splitlines())) <= 100


def test_what_most_people_need_is_one_screen_of_examples_groups_and_exit_codes() -> None:
    text = screen("compare")
    lines = text.splitlines()
    assert len(lines) <= 40
    assert all(line.startswith("  whichjvm compare ") for line in lines[2:5])
    assert tuple(re.findall("^(.+):$", text, re.MULTILINE)) == GROUPS
    assert lines[-2].startswith("Exit codes: 0 done; ")
    assert {option.group for option in COMPARE.values()} == {"", *GROUPS}


def test_every_option_is_on_the_screen_of_its_topic_with_a_sentence() -> None:
    for topic in (*TOPICS, *OWN.values()):
        for option in topic.options:
            assert f"\n  {option.spec}" in f"\n{screen(topic.name)}"
            assert option.text.endswith("."), option.name


def test_there_is_no_other_screen() -> None:
    assert screen("nothing") == ""
