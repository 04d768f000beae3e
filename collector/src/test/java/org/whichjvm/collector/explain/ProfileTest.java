package org.whichjvm.collector.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whichjvm.collector.explain.Profile.Kind;
import org.whichjvm.collector.explain.Profile.Place;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Profiling;

class ProfileTest {
    private static long count(String stacks, Kind kind, String name) throws UnusableFile {
        return Profile.of(stacks).count(new Place(kind, name));
    }

    @Test
    void aFrameHasItsOwnTimeAndThatOfWhatItCallsOnceEach() throws UnusableFile {
        String stacks = "[main];a.run;a.sort;a.sort;b.less 30\n[main];a.run;a.sort 10\n";
        assertEquals(30, count(stacks, Kind.ITSELF, "b.less"));
        assertEquals(10, count(stacks, Kind.ITSELF, "a.sort"));
        assertEquals(40, count(stacks, Kind.WITH_CALLS, "a.sort"));
        assertEquals(0, count(stacks, Kind.ITSELF, "a.run"));
        assertEquals(40, Profile.of(stacks).all());
    }

    @Test
    void aStepThatOnlyNewerJdksHaveIsLeftOut() throws UnusableFile {
        Profile newer = Profile.of("[a];java/lang/Thread.runWith;java/lang/Thread.run;b.c 3\n");
        assertEquals(Profile.of("[a];java/lang/Thread.run;b.c 3\n"), newer);
    }

    @Test
    void whatTheJvmsOwnThreadsDoIsOnePlaceEachKind() throws UnusableFile {
        String stacks = "[C2 CompilerThread0];start_thread;Compile::Compile 20\n"
                + "[C1 CompilerThread0];start_thread 10\n[GC Thread#1];start_thread 5\n"
                + "[G1 Service];x 5\n[VM Thread];y 5\n[Zebra];a.run 10\n[DestroyJavaVM];a.run 20\n[pool-1-thread-2];a.run 25\n";
        assertEquals(20, count(stacks, Kind.THREADS, "compiler C2"));
        assertEquals(10, count(stacks, Kind.THREADS, "compiler C1"));
        assertEquals(10, count(stacks, Kind.THREADS, "garbage collector"));
        assertEquals(5, count(stacks, Kind.THREADS, "other threads of the JVM"));
        assertEquals(55, count(stacks, Kind.THREADS, Profile.PROGRAM));
        assertEquals(0, count(stacks, Kind.ITSELF, "Compile::Compile"));
        assertEquals(55, count(stacks, Kind.ITSELF, "a.run"));
    }

    @Test
    @Timeout(60)
    void aFrameOfManyBeginningsIsOneName() throws UnusableFile {
        String name = "Generated".repeat(400_000);
        assertEquals(1, count("[main];" + name + " 1\n", Kind.ITSELF, name));
    }

    @Test
    void aFrameHasOneNameInAllJdksAndRuns() {
        assertEquals(
                "jdk/internal/reflect/GeneratedMethodAccessor.invoke",
                Profile.name("sun/reflect/GeneratedMethodAccessor12.invoke"));
        assertEquals("a/B$$Lambda.run", Profile.name("a/B$$Lambda$14/0x0000000800c03000.run"));
        assertEquals("a/B$$Lambda.run", Profile.name("a/B$$Lambda.0x00007f1234003000.run"));
        assertEquals("a/B$$Lambda.run", Profile.name("a/B$$Lambda/0x00007f1234003000.run"));
        assertEquals("a/B$$Lambda.run", Profile.name("a/B$$Lambda$1/1213415012.run"));
        assertEquals("a/B.lambda$main", Profile.name("a/B.lambda$main$3"));
        assertEquals(
                "java/lang/invoke/LambdaForm$MH.invoke",
                Profile.name("java/lang/invoke/LambdaForm$MH0012/0x0000000800c03000.invoke"));
        assertEquals("jdk/internal/misc/Unsafe.park", Profile.name("sun/misc/Unsafe.park"));
        assertEquals("java/util/HashMap.get", Profile.name("java/util/HashMap.get"));
        assertEquals("jint_disjoint_arraycopy", Profile.name("jint_disjoint_arraycopy_avx3"));
        assertEquals("sun/nio/ch/UnixFileDispatcherImpl.unmap0", Profile.name("sun/nio/ch/FileChannelImpl.unmap0"));
        assertEquals("sun/nio/ch/UnixFileDispatcherImpl.map0", Profile.name("sun/nio/ch/FileChannelImpl.map0"));
        assertEquals(
                "Java_sun_nio_ch_UnixFileDispatcherImpl_unmap0",
                Profile.name("Java_sun_nio_ch_FileChannelImpl_unmap0"));
        assertEquals("com/sun/proxy/$Proxy.get", Profile.name("com/sun/proxy/$Proxy12.get"));
    }

    @Test
    void messagesWithoutAPauseAreToldFromOthersByTheFrameThatSendsThem() throws UnusableFile {
        String unpaced = "[consumer];Phases.run;" + Profiling.UNPACED_FRAME + ";Consumer.consume 7\n";
        String paced = "[consumer];Phases.run;Phases.measure;Consumer.consume 20\n[C2 CompilerThread0] 3\n";
        assertEquals(7, Profile.of(Profile.ofMessages(unpaced + paced, false)).all());
        assertEquals(23, Profile.of(Profile.ofMessages(unpaced + paced, true)).all());
        assertEquals(0, Profile.of(Profile.ofMessages(paced, false)).all());
    }

    @Test
    void memoryHasTheRowsOfTheJvmOrThoseOfTheKernel() throws UnusableFile {
        String row = "[" + Profiling.ROWS_OF_MEMORY + "];";
        Profile told = Profile.of(row + "memory without a file;heap 20\n" + row + "memory without a file;threads 7\n"
                + row + "files;archive of classes 3\n" + row + "files 2\n");
        assertTrue(told.hasRowsOfJvm());
        assertEquals(Map.of("heap", 20L, "threads", 7L, "archive of classes", 3L, "files", 2L), rows(told.rowsOfJvm()));
        assertEquals(Map.of("memory without a file", 27L, "files", 5L), rows(told.rowsOfKernel()));
        assertEquals(32, told.rowsOfKernel().all());
        assertTrue(
                Profile.of(row + "memory without a file 1\n" + row + "memory without a file;heap 20\n")
                        .hasRowsOfJvm(),
                "a shell has started the JVM");
        Profile untold = Profile.of(
                row + "files;archive of classes 3\n" + row + "memory without a file 30\n" + row + "files 2\n");
        assertFalse(untold.hasRowsOfJvm());
        assertEquals(Map.of("memory without a file", 30L, "files", 5L), rows(untold.rowsOfKernel()));
    }

    private static Map<String, Long> rows(Profile profile) {
        return profile.counts().entrySet().stream()
                .collect(Collectors.toMap(each -> each.getKey().name(), Map.Entry::getValue));
    }

    @Test
    void whatIsNoProfileIsRefused() throws UnusableFile {
        assertEquals(0, Profile.of("").all(), "a program need not wait for any lock");
        assertThrows(UnusableFile.class, () -> Profile.of("a;b\n"));
        assertThrows(UnusableFile.class, () -> Profile.of("[main];a -3\n"));
        assertThrows(UnusableFile.class, () -> Profile.of("[main]" + ";a".repeat(3_000) + " 1\n"));
        assertThrows(UnusableFile.class, () -> Profile.of(("[main]" + ";a".repeat(2_000) + " 1\n").repeat(300)));
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 21_000; i++) {
            names.append("[main];a").append(i).append(" 1\n");
        }
        assertThrows(UnusableFile.class, () -> Profile.of(names.toString()));
    }
}
