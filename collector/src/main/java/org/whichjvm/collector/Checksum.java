package org.whichjvm.collector;

/**
 * By what a file is known again.
 *
 * @param bytes its length
 * @param crc32 of all of them, unsigned
 */
record Checksum(long bytes, long crc32) {}
