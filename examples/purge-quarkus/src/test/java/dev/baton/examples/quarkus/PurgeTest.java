package dev.baton.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(TestServers.class)
class PurgeTest {
  @Inject Catalog catalog;

  @ConfigProperty(name = "warehouse.folder")
  Path warehouse;

  @Test
  void dropDeletesFilesAndThenManifest() throws Exception {
    Path folder = table("orders", 250);
    RestAssured.delete("/tables/orders").then().statusCode(202);
    RestAssured.delete("/tables/orders").then().statusCode(404);
    eventually(() -> Files.notExists(folder));
  }

  @Test
  void rolledBackDropDeletesNothing() throws Exception {
    Path folder = table("kept", 3);
    assertThatThrownBy(
            () ->
                QuarkusTransaction.requiringNew()
                    .run(
                        () -> {
                          dropped("kept");
                          throw new IllegalStateException("afterwards");
                        }))
        .hasMessageContaining("afterwards");
    table("marker", 1);
    RestAssured.delete("/tables/marker").then().statusCode(202);
    eventually(() -> Files.notExists(warehouse.resolve("marker")));
    assertThat(folder.resolve("data-0")).exists();
    RestAssured.delete("/tables/kept").then().statusCode(202);
  }

  /** A folder that isn't empty can't be deleted as a file. */
  @Test
  void manifestStaysUntilEveryFileIsDeleted() throws Exception {
    Path folder = table("stubborn", 2);
    Path obstacle = Files.createDirectory(folder.resolve("part")).resolve("open");
    Files.writeString(obstacle, "x");
    Files.write(folder.resolve("manifest.txt"), List.of("data-0", "data-1", "part"));
    catalog.drop("stubborn");
    eventually(() -> Files.notExists(folder.resolve("data-1")));
    assertThat(folder.resolve("manifest.txt")).exists();
    Files.delete(obstacle);
    eventually(() -> Files.notExists(folder));
  }

  private Path table(String name, int files) throws Exception {
    Path folder = Files.createDirectory(warehouse.resolve(name));
    List<String> names = IntStream.range(0, files).mapToObj(i -> "data-" + i).toList();
    for (String one : names) {
      Files.writeString(folder.resolve(one), one);
    }
    Files.write(folder.resolve("manifest.txt"), names);
    catalog.add(name, name);
    return folder;
  }

  private void dropped(String name) {
    try {
      catalog.drop(name);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void eventually(Callable<Boolean> holds) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!holds.call()) {
      assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(until);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
