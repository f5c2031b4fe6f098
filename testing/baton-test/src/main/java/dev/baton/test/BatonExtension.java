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
 * A JUnit extension that gives each test its own {@link TestBaton} and closes it after the test.
 * Register it with {@code @RegisterExtension}. Test methods and set-up methods may have parameters
 * of the types {@link TestBaton}, {@link Baton}, {@link Tasks}, {@link Transactions}, {@link
 * InstantSource} and {@link Faults}.
 *
 * <p>A test also fails if a fault that it planned never happened, because it then hasn't tested
 * what it claims to test.
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

  /** Creates data before a test begins. */
  @FunctionalInterface
  public interface Given {
    void in(TestBaton baton) throws Exception;
  }

  private BatonExtension(Supplier<TestBaton> starting, Given given) {
    this.starting = starting;
    this.given = given;
  }

  /**
   * Gives each test an empty cluster in memory.
   *
   * @param described configures the cluster
   */
  public static BatonExtension inMemory(UnaryOperator<TestBaton.Builder> described) {
    return new BatonExtension(() -> described.apply(TestBaton.inMemory()).start(), baton -> {});
  }

  /**
   * Gives each test a cluster on this test database. Baton's tables are emptied before each test.
   *
   * @param dataSource called before each test
   * @param store creates the store on a data source: {@code JdbcStore::of}
   * @param described configures the cluster
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
   * Runs this before each test, and before its {@code @BeforeEach} methods. Use it for data that a
   * test needs; {@link TestBaton#commit} commits the data.
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
          "Each test has its own cluster: constructors and @BeforeAll can't use one");
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
