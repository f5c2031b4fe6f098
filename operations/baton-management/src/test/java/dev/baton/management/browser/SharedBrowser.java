package dev.baton.management.browser;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Shares one browser between all test classes, because its start takes a second. Each test gets it
 * in a clean state.
 */
final class SharedBrowser implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
  private static final Namespace HERE = Namespace.create(SharedBrowser.class);

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    // Do this here, because only this callback may skip a test.
    ExtensionContext.Store store = context.getRoot().getStore(HERE);
    if (store.get(Browser.class) == null) {
      store.put(Browser.class, Browser.start());
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    Browser browser = browser(context);
    browser.screen(1280, 900);
    browser.prefers("light");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Browser.class;
  }

  @Override
  public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return browser(context);
  }

  private static Browser browser(ExtensionContext context) {
    return context.getRoot().getStore(HERE).get(Browser.class, Browser.class);
  }
}
