package dev.baton.quarkus.runtime;

import java.util.List;

/** All annotated methods of the application, as the build found them. */
public record MarkedMethods(List<MarkedMethod> all) {}
