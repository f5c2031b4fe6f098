package dev.baton.spring;

import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Baton in a Spring application without Spring Boot: {@code @Import(BatonConfiguration.class)}
 * beside a data source and its transaction manager. Each bean steps back for one of yours; a {@link
 * BatonSetup} bean says what isn't to be as usual. With Spring Boot the starter does all that by
 * itself.
 */
public final class BatonConfiguration implements DeferredImportSelector {
  /** Deferred, so that it sees which beans the application has of its own. */
  @Override
  public String[] selectImports(AnnotationMetadata importing) {
    return new String[] {BatonDefaults.class.getName(), BatonBeans.class.getName()};
  }
}
