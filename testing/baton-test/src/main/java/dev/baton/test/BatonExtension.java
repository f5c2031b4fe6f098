package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.spi.BatonStore;
import dev.baton.spi.Transactions;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each JUnit test a {@link TestBaton} of its own, and ends it after the test. Registered with
 * {@code @RegisterExtension}. Tests and their set-up may have parameters of the types {@link
 * TestBaton}, {@link Baton}, {@link Tasks}, {@link Transactions}, {@link InstantSource} and {@link
 * Faults}.
 *
 * <p>A test that passes although a fault it has announced never happened fails: it has not tested
 * what it says.
 */
public final class BatonExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(BatonExtension.class);

  private static final List<Class<?>> PARAMETERS =
      List.of(
          TestBaton.class,
          Baton.class,
          Tasks.class,
          Transactions.class,
          InstantSource.class,
          Faults.class);

  private final Supplier<TestBaton> starting;
  private final Given given;

  /** What is there before a test begins. */
  @FunctionalInterface
  public interface Given {
    void in(TestBaton baton) throws Exception;
  }

  private BatonExtension(Supplier<TestBaton> starting, Given given) {
    this.starting = starting;
    this.given = given;
  }

  /** Each test has an empty cluster in memory, described so. */
  public static BatonExtension inMemory(UnaryOperator<TestBaton.Builder> described) {
    return new BatonExtension(() -> described.apply(TestBaton.inMemory()).start(), baton -> {});
  }

  /**
   * Each test has a cluster on this database for tests, whose tables are emptied before it.
   *
   * @param dataSource asked before each test
   * @param store the store on a data source: {@code JdbcStore::of}
   */
  public static BatonExtension on(
      Supplier<DataSource> dataSource,
      Function<DataSource, ? extends BatonStore> store,
      UnaryOperator<TestBaton.Builder> described) {
    return new BatonExtension(
        () -> described.apply(TestBaton.on(dataSource.get(), store).emptied()).start(),
        baton -> {});
  }

  /**
   * Runs before each test, and before its {@code @BeforeEach} methods; for data that a test needs,
   * which {@link TestBaton#commit} commits.
   */
  public BatonExtension given(Given data) {
    Given before = given;
    return new BatonExtension(
        starting,
        baton -> {
          before.in(baton);
          data.in(baton);
        });
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    TestBaton baton = starting.get();
    context.getStore(NAMESPACE).put(this, baton);
    given.in(baton);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestBaton baton = context.getStore(NAMESPACE).remove(this, TestBaton.class);
    if (baton == null) {
      return;
    }
    baton.close();
    if (context.getExecutionException().isEmpty()) {
      baton.faults().requireHappened();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    TestBaton baton = context.getStore(NAMESPACE).get(this, TestBaton.class);
    if (baton == null) {
      throw new IllegalStateException(
          "There is a cluster for each test: constructors and @BeforeAll have none");
    }
    Class<?> type = parameter.getParameter().getType();
    if (type == TestBaton.class) {
      return baton;
    }
    if (type == Baton.class) {
      return baton.baton();
    }
    if (type == Tasks.class) {
      return baton.tasks();
    }
    if (type == Transactions.class) {
      return baton.transactions();
    }
    return type == Faults.class ? baton.faults() : baton.clock();
  }
}
