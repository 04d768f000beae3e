package org.whichjvm.workload.doctor;

import com.google.gson.JsonObject;
import java.util.Locale;

/** One thing that was looked at: whether it fits, what was found, and what to do about it. */
final class DoctorLine {
  /** The value of something that a kernel, container or hypervisor may leave out. */
  static final String NOT_TOLD = "not told by this host";

  /** The value of something that is the host's alone. */
  static final String NOT_VISIBLE = "not visible from inside a container";

  /** FAIL: no figure measured here is worth anything, or none can be measured. */
  enum Status {
    PASS,
    WARN,
    FAIL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  final String name;
  final Status status;
  final String value;

  /** The advice, or null if nothing is to be done. */
  final String advice;

  private DoctorLine(
      final String name, final Status status, final String value, final String advice) {
    this.name = name;
    this.status = status;
    this.value = value;
    this.advice = advice;
  }

  static DoctorLine pass(final String name, final String value) {
    return new DoctorLine(name, Status.PASS, value, null);
  }

  static DoctorLine warn(final String name, final String value, final String advice) {
    return new DoctorLine(name, Status.WARN, value, advice);
  }

  /** A pass if the value fits, else a warning with its advice. */
  static DoctorLine check(
      final String name, final boolean fits, final String value, final String advice) {
    return fits ? pass(name, value) : warn(name, value, advice);
  }

  /** Nothing speaks against what this host does not tell. */
  static DoctorLine notTold(final String name) {
    return pass(name, NOT_TOLD);
  }

  static DoctorLine fail(final String name, final String value, final String advice) {
    return new DoctorLine(name, Status.FAIL, value, advice);
  }

  JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("name", name);
    json.addProperty("status", status.toString());
    json.addProperty("value", value);
    json.addProperty("advice", advice);
    return json;
  }

  @Override
  public String toString() {
    final String found = String.format(Locale.ROOT, "%s  %-15s  %s", status, name, value);
    return advice == null ? found : found + " – " + advice;
  }
}
