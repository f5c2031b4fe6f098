package dev.baton.spring;

import dev.baton.handler.internal.RowTasks;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.schedule.Schedules;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * The resources that a native image needs in addition to Baton's code: SQL files, migrations and
 * proxies.
 */
final class BatonRuntimeHints implements RuntimeHintsRegistrar {
  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints
        .resources()
        .registerPattern("db/baton/**")
        .registerPattern("dev/baton/jdbc/sql/**")
        .registerPattern("dev/baton/jdbc/dialect/*.sql")
        .registerPattern("dev/baton/engine/cluster/version.properties");
    hints
        .proxies()
        .registerJdkProxy(RowTasks.class)
        .registerJdkProxy(Operations.class)
        .registerJdkProxy(Cluster.class)
        .registerJdkProxy(Schedules.class)
        .registerJdkProxy(Connection.class)
        .registerJdkProxy(Statement.class);
    // Baton calls Thread.ofVirtual by name, because it is compiled for a Java version without this
    // method.
    hints
        .reflection()
        .registerType(
            Thread.class, type -> type.withMethod("ofVirtual", List.of(), ExecutableMode.INVOKE))
        .registerTypeIfPresent(
            classLoader,
            "java.lang.Thread$Builder",
            type ->
                type.withMethod(
                        "inheritInheritableThreadLocals",
                        List.of(TypeReference.of(boolean.class)),
                        ExecutableMode.INVOKE)
                    .withMethod("factory", List.of(), ExecutableMode.INVOKE));
  }
}
