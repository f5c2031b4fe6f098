package dev.baton.spring.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.cluster.Cluster;
import dev.baton.spring.boot.BatonAutoConfiguration;
import dev.baton.spring.boot.management.BatonManagementAutoConfiguration;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The page behind Spring Security's filters, on Tomcat. */
@Tag("boot3")
class SecurityFilterChainTest {
  private static final String AUTHORIZATION = "Authorization";
  private static final String PAGES_HEADER = "X-Requested-With";
  private static final String ADA = basic("ada");
  private static final String BOB = basic("bob");
  private static final String EVE = basic("eve");
  private static final String PAUSE =
      """
      {"type": "PAYOUT", "reason": "the partner is away"}""";

  private final WebApplicationContextRunner runner = runner();
  private final WebApplicationContextRunner documented =
      runner.withUserConfiguration(OperatorsSecurity.class);

  private static WebApplicationContextRunner runner() {
    DatabaseAddress address = LocalH2.newDatabase();
    return new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
        .withPropertyValues(
            "server.port=0",
            "spring.datasource.url=" + address.url(),
            "spring.datasource.username=" + address.user(),
            "spring.datasource.password=" + address.password(),
            "spring.datasource.hikari.minimum-idle=0")
        .withUserConfiguration(People.class, OperatorsPage.class)
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                TomcatServletWebServerAutoConfiguration.class,
                DispatcherServletAutoConfiguration.class,
                WebMvcAutoConfiguration.class,
                SecurityAutoConfiguration.class,
                ServletWebSecurityAutoConfiguration.class,
                SecurityFilterAutoConfiguration.class,
                BatonAutoConfiguration.class,
                BatonManagementAutoConfiguration.class));
  }

  private static String basic(String name) {
    byte[] pair = (name + ":secret").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Configuration(proxyBeanMethods = false)
  static class People {
    @Bean
    UserDetailsService people() {
      return new InMemoryUserDetailsManager(
          User.withUsername("ada").password("{noop}secret").roles("OPERATOR").build(),
          User.withUsername("bob").password("{noop}secret").roles("SUPPORT").build(),
          User.withUsername("eve").password("{noop}secret").roles("SALES").build());
    }
  }

  /** Spring Security with its default CSRF settings. */
  @Configuration(proxyBeanMethods = false)
  static class WithTokens {
    @Bean
    SecurityFilterChain all(HttpSecurity http) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .httpBasic(Customizer.withDefaults())
          .build();
    }
  }

  /** A chain that lets every user through to Baton. */
  @Configuration(proxyBeanMethods = false)
  static class Open {
    @Bean
    SecurityFilterChain all(HttpSecurity http) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .httpBasic(Customizer.withDefaults())
          .csrf(csrf -> csrf.ignoringRequestMatchers("/baton/api/**"))
          .build();
    }
  }

  @Test
  void springSecurityAuthenticatesAndThePolicyAuthorizes() {
    documented.run(
        context -> {
          Site site = Site.of(context);
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAYOUT")).onHold());
          assertThat(site.get("/baton").statusCode()).isEqualTo(401);
          assertThat(site.get("/baton/api/tasks").statusCode()).isEqualTo(401);
          assertThat(site.get("/baton", AUTHORIZATION, BOB).statusCode()).isEqualTo(200);
          HttpResponse<String> tasks = site.get("/baton/api/tasks", AUTHORIZATION, BOB);
          assertThat(tasks.statusCode()).isEqualTo(200);
          assertThat(tasks.body()).contains("\"PAYOUT\"");
          assertThat(site.get("/baton/api/tasks", AUTHORIZATION, EVE).statusCode()).isEqualTo(403);
          assertThat(pause(site, BOB)).isEqualTo(403);
          assertThat(context.getBean(Cluster.class).pauses()).isEmpty();
          assertThat(pause(site, ADA)).isBetween(200, 299);
          assertThat(context.getBean(Cluster.class).pauses()).hasSize(1);
        });
  }

  @Test
  void batonsHeaderIsNeededWithoutCsrfTokens() {
    documented.run(
        context -> {
          Site site = Site.of(context);
          HttpResponse<String> refused = site.post("/baton/api/pauses", PAUSE, AUTHORIZATION, ADA);
          assertThat(refused.statusCode()).isEqualTo(403);
          assertThat(refused.body()).contains(PAGES_HEADER);
          assertThat(context.getBean(Cluster.class).pauses()).isEmpty();
        });
  }

  @Test
  void csrfTokensRefuseEveryChangeAndNothingElse() {
    runner
        .withUserConfiguration(WithTokens.class)
        .run(
            context -> {
              Site site = Site.of(context);
              assertThat(pause(site, ADA)).isEqualTo(403);
              assertThat(context.getBean(Cluster.class).pauses()).isEmpty();
              assertThat(site.get("/baton/api/tasks", AUTHORIZATION, ADA).statusCode())
                  .isEqualTo(200);
            });
  }

  @Test
  void batonChecksThePrincipalIfTheChainDoesNot() {
    runner
        .withUserConfiguration(Open.class)
        .run(
            context -> {
              Site site = Site.of(context);
              assertThat(site.get("/baton/api/tasks").statusCode()).isEqualTo(401);
              assertThat(site.post("/baton/api/pauses", PAUSE, PAGES_HEADER, "test").statusCode())
                  .isEqualTo(401);
              assertThat(site.get("/baton/api/tasks", AUTHORIZATION, BOB).statusCode())
                  .isEqualTo(200);
            });
  }

  @Test
  void docsShowTheCompiledChain() throws Exception {
    String source =
        Files.readString(
            Path.of("src/test/java/dev/baton/spring/management/OperatorsSecurity.java"));
    int begin = source.indexOf("// region security\n") + "// region security\n".length();
    String shown = source.substring(begin, source.indexOf("// endregion"));
    assertThat(Files.readString(Path.of("../../docs/spring.md")))
        .contains("```java\n" + shown + "```\n");
  }

  private static int pause(Site site, String who) throws Exception {
    return site.post("/baton/api/pauses", PAUSE, AUTHORIZATION, who, PAGES_HEADER, "test")
        .statusCode();
  }
}
