package dev.baton.quarkus.deployment;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import org.hamcrest.Matchers;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In dev mode, an application is stopped and started again in the same process. */
@Tag("deep")
class LiveReloadTest {
  /** A free port instead of 8080, which another program may use. */
  private static final int PORT = freePort();

  @RegisterExtension
  static final QuarkusDevModeTest APPLICATION =
      new QuarkusDevModeTest()
          .withApplicationRoot(
              jar ->
                  jar.addClass(Nodes.class)
                      .addAsResource(
                          new StringAsset(
                              """
                              quarkus.http.port=%d
                              quarkus.datasource.db-kind=h2
                              quarkus.datasource.devservices.enabled=false
                              quarkus.datasource.jdbc.acquisition-timeout=60s
                              quarkus.datasource.jdbc.url=jdbc:h2:mem:reload;DB_CLOSE_DELAY=-1
                              """
                                  .formatted(PORT)),
                          "application.properties"));

  @Test
  void reloadStopsTheNodeBeforeItStartsAnother() {
    expect("first: 1");
    APPLICATION.modifySourceFile(Nodes.class, source -> source.replace("first", "second"));
    expect("second: 1");
  }

  private static void expect(String body) {
    RestAssured.given().port(PORT).get("/nodes").then().body(Matchers.equalTo(body));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
