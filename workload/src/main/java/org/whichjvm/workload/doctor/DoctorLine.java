package org.whichjvm.workload.doctor;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;
import org.whichjvm.common.Units;

/** One thing that was looked at: whether it fits, what was found, and what to do about it. */
final class DoctorLine {
    /** The value of something that a kernel, container or hypervisor may leave out. */
    static final String NOT_TOLD = "not told by this host";

    /** The value of something that is the host's alone. */
    static final String NOT_VISIBLE = "not visible from inside a container";

    /** FAIL: nothing measured here is worth anything, or none can be measured. */
    enum Status {
        @SerializedName("pass")
        PASS,
        @SerializedName("warn")
        WARN,
        @SerializedName("fail")
        FAIL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    final String name;
    Status status = Status.PASS;
    final String value;

    /** Null if nothing is to be done. */
    String advice;

    /** A line that passes; a null value is what this host does not tell. */
    DoctorLine(String name, String value) {
        this.name = name;
        this.value = value == null ? NOT_TOLD : value;
    }

    /** Warns if this holds of a value that is told and that passes so far. */
    DoctorLine warn(boolean holds, String what) {
        return turn(holds, Status.WARN, what);
    }

    /** Fails if this holds of a value that is told and that passes so far. */
    DoctorLine fail(boolean holds, String what) {
        return turn(holds, Status.FAIL, what);
    }

    private DoctorLine turn(boolean holds, Status to, String what) {
        if (holds && !value.equals(NOT_TOLD) && status == Status.PASS) {
            status = to;
            advice = what;
        }
        return this;
    }

    @Override
    public String toString() {
        String found = Units.text("%s  %-15s  %s", status, name, value);
        return advice == null ? found : found + " – " + advice;
    }
}
