package dev.baton.spring.test;

import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The autowired fields of tests that belong to a cluster. Spring fills them when it has created the
 * test, before the test's own cluster exists.
 */
final class InjectedFields {
  private final List<Object> tests;

  private InjectedFields(List<Object> tests) {
    this.tests = tests;
  }

  static InjectedFields of(List<Object> tests) {
    return new InjectedFields(tests);
  }

  void set(TestBaton baton) {
    for (Object test : tests) {
      ReflectionUtils.doWithFields(
          test.getClass(),
          field -> {
            ReflectionUtils.makeAccessible(field);
            field.set(test, field.getType() == Faults.class ? baton.faults() : baton);
          },
          field ->
              (field.getType() == TestBaton.class || field.getType() == Faults.class)
                  && AnnotatedElementUtils.isAnnotated(field, Autowired.class));
    }
  }
}
