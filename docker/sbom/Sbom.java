import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes what a file system holds as an SPDX 2.3 document, in the way BuildKit asks its generators for one
 * (docs/attestations/sbom-protocol.md of BuildKit): Debian's packages, the JDK by its file release,
 * what Maven put into jars, and the modules of the load generator, a program of Go. It finds no more than these.
 */
public final class Sbom {
  private static final List<String> NOT_FILES = List.of("proc", "sys", "dev");

  /** Package URL to name and version. */
  private final Map<String, String[]> packages = new TreeMap<>();

  public static void main(final String[] args) throws IOException {
    final Path source = Path.of(System.getenv("BUILDKIT_SCAN_SOURCE"));
    final Path target = Path.of(System.getenv("BUILDKIT_SCAN_DESTINATION"), "sbom.spdx.json");
    final Sbom sbom = new Sbom();
    sbom.read(source);
    Files.writeString(target, sbom.statement());
  }

  private void read(final Path source) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes of) {
            final boolean skip =
                source.equals(folder.getParent())
                    && NOT_FILES.contains(folder.getFileName().toString());
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(final Path file, final BasicFileAttributes of)
              throws IOException {
            final String name = file.getFileName().toString();
            final String path = source.relativize(file).toString();
            if (!of.isRegularFile()) {
              return FileVisitResult.CONTINUE;
            }
            if (path.equals("var/lib/dpkg/status") || path.startsWith("var/lib/dpkg/status.d/")) {
              readDebian(Files.readString(file));
            } else if (name.equals("release") && Files.isDirectory(file.resolveSibling("lib"))) {
              readJdk(file);
            } else if (name.endsWith(".jar")) {
              readJar(file);
            } else if (name.equals("vegeta")) {
              readGo(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void readDebian(final String status) {
    for (final String paragraph : status.split("\n\n")) {
      final Properties fields = new Properties();
      for (final String line : paragraph.split("\n")) {
        final int colon = line.indexOf(": ");
        if (colon > 0 && line.charAt(0) != ' ') {
          fields.setProperty(line.substring(0, colon), line.substring(colon + 2));
        }
      }
      add("pkg:deb/debian/", fields.getProperty("Package"), fields.getProperty("Version"));
    }
  }

  private void readJdk(final Path file) throws IOException {
    final Properties release = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      release.load(in);
    }
    final String version = release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION"));
    add("pkg:generic/", "openjdk", version == null ? null : version.replace("\"", ""));
  }

  private void readJar(final Path file) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      for (final Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
        final ZipEntry entry = all.nextElement();
        if (entry.getName().matches("META-INF/maven/.*/pom\\.properties")) {
          final Properties pom = new Properties();
          pom.load(jar.getInputStream(entry));
          add(
              "pkg:maven/" + pom.getProperty("groupId") + "/",
              pom.getProperty("artifactId"),
              pom.getProperty("version"));
        }
      }
    }
  }

  /** A program of Go has a list of its modules in it, which `go version -m` prints. */
  private void readGo(final Path file) throws IOException {
    final String program = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    final Matcher modules = Pattern.compile("\n(?:mod|dep)\t(\\S+)\t(v\\S+)").matcher(program);
    while (modules.find()) {
      add("pkg:golang/", modules.group(1), modules.group(2));
    }
  }

  private void add(final String type, final String name, final String version) {
    if (name != null && version != null) {
      packages.put(type + name + "@" + version.replace("+", "%2B"), new String[] {name, version});
    }
  }

  private String statement() {
    final StringBuilder found = new StringBuilder();
    final StringBuilder described = new StringBuilder();
    packages.forEach(
        (url, is) -> {
          final String separator = found.length() == 0 ? "" : ",\n";
          final String id = "SPDXRef-" + Integer.toHexString(url.hashCode()) + "-" + is[0].replaceAll("[^A-Za-z0-9.-]", "-");
          found.append(separator).append("{\"SPDXID\":").append(quoted(id))
              .append(",\"name\":").append(quoted(is[0]))
              .append(",\"versionInfo\":").append(quoted(is[1]))
              .append(",\"downloadLocation\":\"NOASSERTION\",\"filesAnalyzed\":false")
              .append(",\"externalRefs\":[{\"referenceCategory\":\"PACKAGE-MANAGER\",\"referenceType\":\"purl\",\"referenceLocator\":")
              .append(quoted(url)).append("}]}");
          described.append(separator).append("{\"spdxElementId\":\"SPDXRef-DOCUMENT\",\"relationshipType\":\"DESCRIBES\",\"relatedSpdxElement\":")
              .append(quoted(id)).append('}');
        });
    final byte[] names = String.join("\n", packages.keySet()).getBytes(StandardCharsets.UTF_8);
    return "{\"_type\":\"https://in-toto.io/Statement/v0.1\",\"predicateType\":\"https://spdx.dev/Document\",\"predicate\":{"
        + "\"spdxVersion\":\"SPDX-2.3\",\"dataLicense\":\"CC0-1.0\",\"SPDXID\":\"SPDXRef-DOCUMENT\",\"name\":\"sbom\","
        + "\"documentNamespace\":\"https://whichjvm.invalid/sbom/" + java.util.UUID.nameUUIDFromBytes(names) + "\","
        + "\"creationInfo\":{\"created\":\"" + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "\",\"creators\":[\"Tool: whichjvm-sbom\"]},"
        + "\"packages\":[" + found + "],\"relationships\":[" + described + "]}}\n";
  }

  private static String quoted(final String text) {
    final StringBuilder quoted = new StringBuilder("\"");
    for (final char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c < ' ' ? ' ' : c);
    }
    return quoted.append('"').toString();
  }
}
