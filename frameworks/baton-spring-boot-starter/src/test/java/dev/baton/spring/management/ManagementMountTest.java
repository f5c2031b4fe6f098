package dev.baton.spring.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.access.Subject;
import dev.baton.management.http.Extension;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.operate.cluster.Cluster;
import dev.baton.spring.BatonNode;
import dev.baton.spring.boot.BatonAutoConfiguration;
import dev.baton.spring.boot.management.BatonManagementAutoConfiguration;
import dev.baton.spring.boot.management.ManagementMount;
import dev.baton.spring.boot.management.ManagementPrincipal;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.task.Bytes;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The page and its API in a Spring MVC application, on Tomcat. */
@Tag("boot3")
class ManagementMountTest {
  private static final String[] ADA = {LoginFilter.HEADER, Site.OPERATOR};
  private static final String[] ADA_BY_PAGE = {
    LoginFilter.HEADER, Site.OPERATOR, "X-Requested-With", "test"
  };
  private static final String PAUSE =
      """
      {"type": "PAYOUT", "reason": "the partner is away", "unknown": true}\
      """;

  private final WebApplicationContextRunner runner = runner();
  private final WebApplicationContextRunner mounted = mounted();

  static WebApplicationContextRunner mounted() {
    return runner().withUserConfiguration(OperatorsPage.class);
  }

  private static WebApplicationContextRunner runner() {
    DatabaseAddress address = LocalH2.newDatabase();
    return new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
        .withPropertyValues(
            "server.port=0",
            "spring.datasource.url=" + address.url(),
            "spring.datasource.username=" + address.user(),
            "spring.datasource.password=" + address.password(),
            "spring.datasource.hikari.minimum-idle=0")
        .withBean(LoginFilter.class)
        .withBean(AnyPath.class)
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                TomcatServletWebServerAutoConfiguration.class,
                DispatcherServletAutoConfiguration.class,
                WebMvcAutoConfiguration.class,
                BatonAutoConfiguration.class,
                BatonManagementAutoConfiguration.class));
  }

  /** A controller of the application that would also match Baton's paths. */
  @RestController
  static class AnyPath {
    @GetMapping("/**")
    String any() {
      return "the application's";
    }
  }

  @Test
  void pageIsServedNextToTheApplicationsPages() {
    mounted.run(
        context -> {
          Site site = Site.of(context);
          HttpResponse<String> page = site.get("/baton");
          assertThat(page.statusCode()).isEqualTo(200);
          assertThat(page.body()).contains("\"/baton/assets/");
          assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
          assertThat(page.headers().firstValue("Content-Type").orElse("")).contains("text/html");
          assertThat(site.get("/baton/").statusCode()).isEqualTo(200);
          HttpResponse<String> script = site.get("/baton/assets/main.js");
          assertThat(script.statusCode()).isEqualTo(200);
          HttpResponse<String> head = site.head("/baton/assets/main.js");
          assertThat(head.statusCode()).isEqualTo(200);
          assertThat(head.body()).isEmpty();
          assertThat(site.get("/batons").body()).isEqualTo("the application's");
        });
  }

  @Test
  void addressesOfPageContainContextPathServletPathAndPrefix() {
    mounted
        .withPropertyValues(
            "server.servlet.context-path=/shop",
            "spring.mvc.servlet.path=/web",
            "baton.management.prefix=/ops/tasks")
        .run(
            context -> {
              Site site = Site.of(context);
              HttpResponse<String> page = site.get("/shop/web/ops/tasks");
              assertThat(page.statusCode()).isEqualTo(200);
              assertThat(page.body()).contains("\"/shop/web/ops/tasks/assets/");
              assertThat(site.get("/shop/web/ops/tasks/assets/main.js").statusCode())
                  .isEqualTo(200);
              assertThat(site.get("/shop/web/ops/tasks/api/tasks", ADA).statusCode())
                  .isEqualTo(200);
              assertThat(site.get("/shop/web/baton").body()).isEqualTo("the application's");
            });
  }

  /** Otherwise another site could point its name to this machine. */
  @Test
  void localServerRefusesOtherHostNames() {
    mounted
        .withPropertyValues("server.address=127.0.0.1", "baton.management.hosts=ops.example")
        .run(
            context -> {
              Site site = Site.of(context);
              assertThat(site.statusAt("evil.example", "/baton")).isEqualTo(421);
              assertThat(site.statusAt("evil.example", "/baton/api/tasks")).isEqualTo(421);
              for (String name : new String[] {"localhost", "127.0.0.1:8080", "ops.example"}) {
                assertThat(site.statusAt(name, "/baton")).as(name).isEqualTo(200);
              }
            });
    mounted
        .withPropertyValues("server.address=127.0.0.1")
        .run(
            context ->
                assertThat(Site.of(context).statusAt("evil.example", "/baton")).isEqualTo(421));
    mounted.run(
        context -> assertThat(Site.of(context).statusAt("any.example", "/baton")).isEqualTo(200));
  }

  @Test
  void apiReturnsTheRequestsPrincipal() {
    mounted.run(
        context -> {
          context
              .getBean(Tasks.class)
              .add(TaskRequest.of(TaskType.of("PAYOUT")).key("a/ä").onHold());
          Site site = Site.of(context);
          assertThat(site.get("/baton/api/tasks").statusCode()).isEqualTo(401);
          HttpResponse<String> found = site.get("/baton/api/tasks?key=a%2F%C3%A4", ADA);
          assertThat(found.statusCode()).isEqualTo(200);
          assertThat(found.body()).contains("\"PAYOUT\"");
          assertThat(site.get("/baton/api/tasks", LoginFilter.HEADER, "eve").statusCode())
              .isEqualTo(403);
        });
  }

  @Test
  void changeNeedsHeaderRightAndBoundedBody() {
    mounted.run(
        context -> {
          Site site = Site.of(context);
          Cluster cluster = context.getBean(Cluster.class);
          assertThat(site.post("/baton/api/pauses", PAUSE, ADA).statusCode()).isEqualTo(403);
          String[] support = {LoginFilter.HEADER, "bob:ROLE_SUPPORT", "X-Requested-With", "test"};
          assertThat(site.post("/baton/api/pauses", PAUSE, support).statusCode()).isEqualTo(403);
          String large = "{\"reason\": \"" + "x".repeat(1024 * 1024) + "\"}";
          assertThat(site.post("/baton/api/pauses", large, ADA_BY_PAGE).statusCode())
              .isEqualTo(413);
          assertThat(cluster.pauses()).isEmpty();
          assertThat(site.post("/baton/api/pauses", PAUSE, ADA_BY_PAGE).statusCode())
              .isBetween(200, 299);
          assertThat(cluster.pauses()).hasSize(1);
        });
  }

  @Test
  void policyIsCalledWithTheApplicationsPrincipal() {
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    runner
        .withBean(ManagementPrincipal.class, () -> request -> Principal.of("carol", "auditor"))
        .withBean(
            AccessPolicy.class,
            () ->
                new AccessPolicy() {
                  @Override
                  public boolean allows(Principal principal, Right right, Subject task) {
                    return false;
                  }

                  @Override
                  public boolean allowsAll(Principal principal, Right right, Scope scope) {
                    return false;
                  }

                  @Override
                  public boolean allowsSome(Principal principal, Right right) {
                    asked.add(principal.name() + " " + principal.roles() + " " + right);
                    return false;
                  }
                })
        .run(
            context -> {
              assertThat(Site.of(context).get("/baton/api/tasks").statusCode()).isEqualTo(403);
              assertThat(asked).containsOnly("carol [auditor] VIEW");
            });
  }

  @Test
  void restartedNodeServesTheRequests() {
    mounted.run(
        context -> {
          context.getBean(BatonNode.class).stop();
          context.getBean(BatonNode.class).start();
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
          assertThat(Site.of(context).get("/baton/api/tasks", ADA).body()).contains("\"PAYOUT\"");
        });
  }

  @Test
  void enabledPageWithoutPolicyIsRefused() {
    runner
        .withPropertyValues("baton.management.enabled=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("Declare an AccessPolicy bean"));
    runner.run(
        context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(ManagementMount.class);
          assertThat(Site.of(context).get("/baton").body()).isEqualTo("the application's");
        });
  }

  @Test
  void prefixThatIsNoPathIsRefused() {
    mounted
        .withPropertyValues("baton.management.prefix=baton")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("baton.management.prefix"));
  }

  @Test
  void nothingIsMountedIfDisabledOrMissing() {
    mounted
        .withPropertyValues("baton.management.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ManagementMount.class));
    runner
        .withClassLoader(
            new FilteredClassLoader("dev.baton.management", "org.springframework.security"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ManagementMount.class));
  }

  @Test
  void docsShowTheCompiledPolicy() throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/dev/baton/spring/management/OperatorsPage.java"));
    int begin = source.indexOf("// region policy\n") + "// region policy\n".length();
    String shown = source.substring(begin, source.indexOf("// endregion"));
    assertThat(Files.readString(Path.of("../../docs/spring.md")))
        .contains("```java\n" + shown + "```\n");
  }

  /** An extension, like the endpoint of the Model Context Protocol. */
  private static final class WhoAsks implements Extension {
    @Override
    public String name() {
      return "who";
    }

    @Override
    public Response handle(Request request, Bytes body, Rest rest) {
      return rest.call("GET", "", null, Bytes.of(""));
    }
  }

  @Test
  void extensionBeanIsServedBelowThePrefixToKnownUsers() {
    mounted
        .withBean(WhoAsks.class)
        .run(
            context -> {
              Site site = Site.of(context);
              assertThat(site.post("/baton/who", "{}").statusCode()).isEqualTo(401);
              HttpResponse<String> answer = site.post("/baton/who", "{}", ADA);
              assertThat(answer.statusCode()).isEqualTo(200);
              assertThat(answer.body()).contains("\"principal\":\"ada\"");
              assertThat(site.get("/baton/what", ADA).statusCode()).isEqualTo(404);
            });
  }
}
