package org.whichjvm.workload.queue.pair;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Which side of the exchange a JVM is, if the other one is in another JVM. */
public enum Role {
  PRODUCER,
  CONSUMER;

  /** Reads {@code producer} or {@code consumer}. */
  public static final class Converter implements ITypeConverter<Role> {
    @Override
    public Role convert(final String text) {
      for (final Role role : values()) {
        if (role.toString().equals(text)) {
          return role;
        }
      }
      throw new TypeConversionException("'" + text + "' is no role; give producer or consumer");
    }
  }

  /** The role of the other JVM. */
  public Role other() {
    return this == PRODUCER ? CONSUMER : PRODUCER;
  }

  /** The word on the command line. */
  @Override
  public String toString() {
    return this == PRODUCER ? "producer" : "consumer";
  }
}
