package org.whichjvm.collector.io;

/**
 * By what a file is known again.
 *
 * @param bytes its length
 * @param crc32 of all of them, unsigned
 */
public record Checksum(long bytes, long crc32) {}
