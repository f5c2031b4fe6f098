package dev.baton.cli.client;

import dev.baton.cli.text.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The user's credentials for a service, as headers of a request.
 *
 * @param user the name to sign in with; null to send none
 * @param password null for none
 * @param token null for none
 * @param headers each {@code NAME: VALUE}
 */
public record SignIn(
    @Nullable String user,
    @Nullable String password,
    @Nullable String token,
    List<String> headers) {

  /**
   * @param secret receives each value that must not be printed
   */
  public Map<String, String> headers(Consumer<String> secret) {
    Map<String, String> sent = new LinkedHashMap<>();
    if (token != null) {
      secret.accept(token);
      sent.put("Authorization", "Bearer " + token);
    } else if (user != null) {
      String basic = basic(user);
      secret.accept(basic);
      sent.put("Authorization", "Basic " + basic);
    }
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw Failure.usage("A --header must have the form 'NAME: VALUE'");
      }
      String value = header.substring(colon + 1).strip();
      secret.accept(value);
      sent.put(header.substring(0, colon).strip(), value);
    }
    return sent;
  }

  private String basic(String name) {
    if (name.contains(":")) {
      throw Failure.usage("--user can't contain a colon; give the password separately");
    }
    if (password == null) {
      throw Failure.usage(
          "Give the password of --user with --password-file FILE or BATON_PASSWORD; others could"
              + " see an option");
    }
    return Base64.getEncoder()
        .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
  }
}
