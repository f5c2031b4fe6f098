package dev.baton.spring.test;

import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Gives each test its own cluster behind the application's beans. */
final class BatonTestExtension
    implements BeforeEachCallback,
        BeforeTestExecutionCallback,
        AfterEachCallback,
        ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(BatonTestExtension.class);
  private static final String KAFKA = "dev.baton.kafka.test.TestKafka";
  private static final Set<String> PARAMETERS =
      Set.of(
          TestBaton.class.getName(), Faults.class.getName(), InstantSource.class.getName(), KAFKA);

  @Override
  public void beforeEach(ExtensionContext context) {
    ApplicationContext application = SpringExtension.getApplicationContext(context);
    TestBaton baton = application.getBean(TestNodes.class).begin();
    context.getStore(NAMESPACE).put(TestBaton.class, baton);
    InjectedFields.of(context.getRequiredTestInstances().getAllInstances()).set(baton);
    if (application.containsBean("batonTestKafkaReaders")) {
      application.getBean(BatonTestConfiguration.KafkaReaders.class).begin();
    }
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException(
          "This test runs in a transaction that is rolled back at its end, so its tasks are"
              + " never added. Remove its @Transactional, or use"
              + " @Transactional(propagation = NOT_SUPPORTED)");
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestBaton baton = context.getStore(NAMESPACE).remove(TestBaton.class, TestBaton.class);
    if (baton != null && context.getExecutionException().isEmpty()) {
      baton.faults().requireHappened();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType().getName());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type.getName().equals(KAFKA)) {
      return SpringExtension.getApplicationContext(context).getBean(type);
    }
    TestBaton baton = context.getStore(NAMESPACE).get(TestBaton.class, TestBaton.class);
    if (baton == null) {
      throw new IllegalStateException(
          "Each test has its own cluster: constructors and @BeforeAll have none");
    }
    if (type == TestBaton.class) {
      return baton;
    }
    return type == Faults.class ? baton.faults() : baton.clock();
  }
}
