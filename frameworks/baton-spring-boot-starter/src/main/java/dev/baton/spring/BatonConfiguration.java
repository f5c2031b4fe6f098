package dev.baton.spring;

import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Configures Baton in a Spring application without Spring Boot. Put
 * {@code @Import(BatonConfiguration.class)} next to a data source and its transaction manager. Each
 * bean is replaced by your own bean of its type. A {@link BatonSetup} bean changes the defaults.
 * With Spring Boot, the starter does all this.
 */
public final class BatonConfiguration implements DeferredImportSelector {
  /**
   * Returns Baton's configurations. This selector is deferred, so that they see the application's
   * own beans.
   */
  @Override
  public String[] selectImports(AnnotationMetadata importing) {
    return new String[] {BatonDefaults.class.getName(), BatonBeans.class.getName()};
  }
}
