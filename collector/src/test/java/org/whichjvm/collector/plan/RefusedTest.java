package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.WrongUsage;

/** What a person cannot mean. */
class RefusedTest extends PlanFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--blocks 0 | --blocks is '0'; it takes a whole number from 1 to 10000",
                "--blocks -3 | --blocks is '-3'",
                "--blocks many | --blocks is 'many'",
                "--seed x | --seed is 'x'",
                "--preset slow | --preset is 'slow'; it takes one of quick, article, full, deep",
                "--workload specjbb | --workload is 'specjbb'; it takes one of queue-latency, gc-steal",
                "--rate 10k,10k | --rate is '10k,10k'; it takes messages a second, or several",
                "--rate 10k, | --rate is '10k,'",
                "--rate 0 | --rate is '0'",
                "--gate latency=2 | --gate 'latency=2' is no gate; there are floor-in-fork",
                "--gate steal-share=2% | --gate 'steal-share=2%' has no limit",
                "--retries -1 | --retries is '-1'; it takes a whole number from 0 to 10000",
                "--precision 2 | --precision is '2'; it takes a percentage from 0.1% to 50%",
                "--precision 0% | --precision is '0%'",
                "--precision 50.1% | --precision is '50.1%'",
                "--margin -3% | --margin is '-3%'",
                "--precision 2% --max-time 0 | --max-time is '0'; it takes a time from 1s to 24h",
                "--precision 2% --max-time 25h | --max-time is '25h'",
                "--precision 2% --max-time soon | --max-time is 'soon'",
                "--preset full --max-time 10m | --max-time ends a campaign that --precision lets run on",
                "--precision 2% --retries 1 | --retries 1 cannot be together with --precision",
                "--decide p51 | --decide has 'p51'",
                "--contrast adjacent/padded | --contrast compares two scores, and --workload queue-latency",
                "--workload gc-steal --contrast adjacent | --contrast is 'adjacent'; it takes two",
                "--workload gc-steal --contrast a/a | --contrast is 'a/a'",
                "--workload gc-steal --preset article | --preset article is about messages",
                "--workload gc-steal --cpus 0,1 | --cpus names the two CPUs of --workload queue-latency",
                "jdk99 | there is no variant 'jdk99' for --runner host; it knows: one two",
                "--control --baseline one+again one | the baseline one+again is such a contender itself",
                "--effect 30 | --effect and --contenders are for a calibration",
                "--verb=calibrate --effect 0 | --effect is '0'; it takes a whole number from 1 to 1000000",
                "--verb=calibrate --effect 1000001 | --effect is '1000001'",
                "--verb=calibrate --effect 5% | --effect is '5%'",
                "--verb=calibrate --contenders 1 | --contenders is '1'; it takes a whole number from 2 to 50",
                "--verb=calibrate one two | one two are several; name one",
                "--verb=calibrate one --baseline two | one two are several; name one",
                "--verb=calibrate one --rate 10k,50k | one+rate10k one+rate50k are several; name one",
                "--verb=calibrate one+again | 'one+again' has a suffix; name the JVM alone, one",
                "--verb=calibrate --workload gc-steal | --workload gc-steal has no messages to delay",
                "--service-level 1ms one | --service-level is for --workload queue-latency with --rate max",
                "--workload queue-rate --rate 10k one | --rate is for --workload queue-latency, service, retail, and this",
                "--workload retail --rate max one | --rate is 'max'; it takes requests a second, or several",
                "--rate max --preset article one | --preset article is about messages",
                "--rate max --duration 1s one | --duration is for --workload queue-latency, gc-steal",
                "--rate max one+huge | 'one+huge' has +huge, which --workload queue-latency with --rate max does not",
                "--rate max one+yield | 'one+yield' has +yield, which --workload queue-latency with",
                "--event alloc one | --event says what an explanation looks at; give --explain too",
                "--explain --event heat one | --event is 'heat'; it takes one of cpu",
                "--frobnicate | '--frobnicate'",
                "--study nothing | there is no study 'nothing'; there are: arm-specjbb article",
                "--interleave blocks | --interleave is 'blocks'; it takes turns or forks",
                "--interleave turns --workload gc-steal | a fork of gc-steal is one batch that cannot be cut",
                "--interleave turns --preset article | --interleave turns is not for --preset article",
                "--interleave forks --turn 1s | --turn is the length of a turn, and by --interleave forks",
                "--turn soon | --turn is 'soon'; it takes a time",
                "--turn 1s,2s | --turn is '1s,2s'; it takes a time",
                "--turn 0 | --turn is '0'; it takes a time above 0",
                "--turn 3s | --turn is 3s and --duration, of all turns together, is 1500ms: there would be 0",
                "--duration 250ms | is 250ms, which is not a whole number of turns of 100ms; give 200ms or 300ms",
                "--duration 400ms | is 400ms, which is 4 rounds of 100ms; a comparison takes 5 to 1000000",
                "--turn 5ms | a turn of 5ms at 100000 messages a second has 500 messages and needs 1000; give --turn 10ms",
                "one -- --rate 2000 | a turn of 100ms at 2000 messages a second has 200 messages",
                "--workload retail --interleave forks | --interleave forks is not for --workload retail, whose contenders are",
                "--workload retail --preset article | --preset article is about messages",
                "--workload retail --turn 0 | --turn is '0'",
                "--workload retail --cpus 0,1 | --cpus names the two CPUs",
                "--workload command one | --workload command needs a program",
                "--workload command --memory 2g one -- true | --memory is for containers",
                "--workload command --network one -- true | --network is for containers",
                "--workload command --adapter spec one -- true | --adapter is 'spec'",
                "--workload command --adapter jmh --until x one -- true | --until ends the program before",
                "--workload command --timeout 1ms one -- true | --timeout is '1ms'",
                "--workload command --duration 1s one -- true | --duration is for --workload",
                "--workload specjbb2015 one -- true | --workload is 'specjbb2015'; it takes one of",
                "--until x one | --until is for --workload command",
                "--app a=x one | --app is for --workload command, service",
                "--app a one -- true | --app is 'a'; it takes NAME=DIR",
                "--app a=x --app a=y one -- true | --app is 'a=y'",
                "--app a=x --mount y one -- true | --app names the program's folders",
                "--app a=x one+app-b -- true | has +app-b; give its folder with --app b=DIR",
                "--workload retail --duration 1s one | --duration is for --workload",
                "--workload service one -- java | needs the port that the server listens on",
                "--service 8080 one | --workload service needs a program",
                "--service 0 one -- java | --service is '0'; it takes a whole number from 1 to 65535",
                "--service 65536 one -- java | --service is '65536'",
                "--service 80 --workload gc-steal one -- java | --service is for --workload service",
                "--service 80 --workload command one -- java | --service is for --workload service, and this",
                "--ready /x one -- java | --ready is for --workload service, and this is command",
                "--service 80 --interleave forks one -- java | --interleave forks is not for --workload service",
                "--service 80 --preset article one -- java | --preset article is about messages",
                "--service 80 --ready health one -- java | --ready is 'health'; it takes a path",
                "--service 80 --ready regex: one -- java | --ready is 'regex:'",
                "--service 80 --request FETCH_/ one -- java | --request is 'FETCH /'; it takes a method",
                "--service 80 --request GET_x one -- java | --request is 'GET x'",
                "--service 80 --request 0:GET_/x one -- java | --request is '0:GET /x'",
                "--service 80 --request GET_/ --request @t one -- java | --request @t is all requests; leave out",
                "--service 80 --request @/t one -- java | --request is '@/t'; it takes @ and the path of a file in",
                "--service 80 --request @../t one -- java | --request is '@../t'",
                "--service 80 --protocol ftp one -- java | --protocol is 'ftp'; it takes one of http",
                "--service 80 --rate 0 one -- java | --rate is '0'; it takes requests a second",
                "--service 80 --rate 5,,6 one -- java | --rate is '5,,6'",
                "--service 80 --rate 1k,500 one -- java | --rate is '1k,500'; it takes requests a second",
                "--service 80 --rate max one -- java | --rate is 'max'",
                "--service 80 --rate 5 --points 5 one -- java | --points is for a ladder of rates",
                "--service 80 --points 2 one -- java | --points is '2'; it takes a whole number from 5 to 100",
                "--service 80 --warmup soon one -- java | --warmup is 'soon'",
                "--service 80 --turn 0 one -- java | --turn is '0'",
                "--service 80 --until x one -- java | --until is for --workload command, and",
                "--service 80 --duration 1s one -- java | --duration is for --workload",
                "--service 8080 one two -- java | servers are alive together, and each needs a port of its own",
                "--service 65535 one two -- java {port} | the ports of 2 contenders would go beyond 65535"
            })
    void whatCannotBeMeantIsOneSentenceAndLeavesNothing(String words, String part) throws IOException {
        asking.mounted.put("", "/home/me/my app");
        WrongUsage error = assertThrows(WrongUsage.class, () -> plan(words), words);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertFalse(error.getMessage().contains("\n"), error.getMessage());
        assertNull(asking.folder, "named");
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(0, files.count());
        }
    }
}
