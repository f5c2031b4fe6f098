package dev.baton.spring.boot.management;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.management.Management;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.spring.BatonStarted;
import dev.baton.spring.error.BatonSetupException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.RequestPath;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Passes requests from Spring MVC to the page. A context that is stopped and started again has a
 * new node, so the page is built again after each start. Thread-safe.
 */
public final class ManagementMount implements HttpRequestHandler, BatonStarted {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementMount.class);

  private final Function<Baton, Management> building;
  private volatile @Nullable Management management;

  ManagementMount(Function<Baton, Management> building) {
    this.building = building;
  }

  @Override
  public void started(Baton baton) {
    try {
      Management built = building.apply(baton);
      management = built;
      LOG.info("Baton's page is at {}, below the application's context path", built.prefix());
    } catch (IllegalArgumentException wrong) {
      throw new BatonSetupException(
          "Baton's page can't be mounted: " + wrong.getMessage(),
          "Set baton.management.prefix to a valid path");
    } catch (IllegalStateException | ConfigurationException unusable) {
      throw new BatonSetupException(
          "Baton's page can't be mounted: " + unusable.getMessage(),
          "Follow the message, or disable the page with baton.management.enabled=false");
    }
  }

  @Override
  public void handleRequest(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Management there = management;
    if (there == null) {
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      return;
    }
    send(answered(there, request), request, response);
  }

  private static Response answered(Management there, HttpServletRequest request)
      throws IOException {
    Map<String, String> headers;
    try {
      headers =
          Request.headers(
              Collections.list(request.getHeaderNames()),
              name -> Collections.list(request.getHeaders(name)));
    } catch (IllegalArgumentException twice) {
      return Management.malformed(String.valueOf(twice.getMessage()));
    }
    return there.handle(read(request, headers));
  }

  private static Request read(HttpServletRequest request, Map<String, String> headers)
      throws IOException {
    RequestPath whole = ServletRequestPathUtils.parse(request);
    String path = whole.pathWithinApplication().value();
    // The servlet's own mapping is a part of the page's address, like the context path.
    String before = whole.value().substring(0, whole.value().length() - path.length());
    return new Request(
        request.getMethod(),
        before,
        path,
        request.getQueryString(),
        headers,
        request.getInputStream(),
        request);
  }

  private static void send(
      Response answer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setStatus(answer.status());
    answer.headers().forEach(response::setHeader);
    byte[] body = answer.body().toArray();
    if (body.length > 0) {
      response.setContentLength(body.length);
      if (!request.getMethod().equals("HEAD")) {
        response.getOutputStream().write(body);
      }
    }
  }
}
