package org.whichjvm.services;

import io.javalin.Javalin;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Notes in a map, by HTTP and JSON: GET and POST /notes/NAME. Its only argument is the port. */
public class Notes {
  public static void main(String[] args) {
    var notes = new ConcurrentHashMap<String, Map<?, ?>>();
    notes.put("first", Map.of("text", "hello", "tags", new String[] {"a", "b"}));
    Javalin.create(config -> config.showJavalinBanner = false)
        .get("/health", context -> context.result("up"))
        .get(
            "/notes/{name}",
            context -> {
              var note = notes.get(context.pathParam("name"));
              if (note == null) {
                context.status(404);
              } else {
                context.json(note);
              }
            })
        .post(
            "/notes/{name}",
            context -> notes.put(context.pathParam("name"), context.bodyAsClass(Map.class)))
        .start(Integer.parseInt(args[0]));
  }
}
