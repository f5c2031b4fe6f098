package dev.baton.quarkus.runtime;

import java.util.List;

/** The annotated methods that the build found in the application. */
public record MarkedMethods(List<MarkedMethod> all) {}
