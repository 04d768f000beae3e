package org.whichjvm.collector.io;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;

/** Whether what is written fits a JSON Schema of this project. The same in both modules' tests. */
public final class Schemas {
    public static final Path FORK = of("fork");
    public static final Path CAMPAIGN = of("campaign");
    public static final Path RESULT = of("result");
    public static final Path HOSTS = of("hosts");
    public static final Path REQUEST = of("request");

    private Schemas() {}

    /** The schema of a name: tests run in their module's folder. */
    private static Path of(String name) {
        return Paths.get("..", "schema", name + ".schema.json");
    }

    /** What does not fit, a sentence each with its place; empty if all does. */
    public static List<String> validate(Path schemaFile, String json) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(schemaFile), InputFormat.JSON);
        // Without it "format": "date-time" is a remark.
        List<Error> errors = schema.validate(
                json,
                InputFormat.JSON,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
        return errors.stream().map(Error::toString).toList();
    }
}
