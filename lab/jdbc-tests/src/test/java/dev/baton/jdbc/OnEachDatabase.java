package dev.baton.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test class whose constructor takes a {@link TestDatabase}: all its tests run on each, or on
 * those that the system property {@code baton.databases} names.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@MethodSource(TestDatabase.CHOSEN)
@interface OnEachDatabase {}
