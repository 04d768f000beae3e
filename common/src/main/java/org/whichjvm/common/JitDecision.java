package org.whichjvm.common;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What a JVM's optimizing compiler has decided about a method. A fork's decisions are lines of five
 * parts with tabs between: the decision, the method that was compiled, the method that was called
 * in it, the method whose code calls that one there, and why. The last three may be empty. Methods
 * are written as {@code java/util/HashMap.get}.
 */
public enum JitDecision {
  /** The method was compiled. */
  COMPILED,
  /** Another method was inlined into it, at one call at least. */
  INLINED,
  /** Another method was replaced in it by code that the compiler has for it. */
  INTRINSIC,
  /** A call of another method was left in it. */
  CALLED,
  /** Its code was thrown away when it came where the compiler had expected that it never would. */
  THROWN_AWAY;

  /** The most bytes of a fork's decisions. */
  public static final int MOST_BYTES = 16 << 20;

  /** As it is written. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Empty for what is none. */
  public static Optional<JitDecision> of(final String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }
}
