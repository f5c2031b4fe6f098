package dev.baton.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Gives a test control of the application's tasks: they run when the test says so, at the test's
 * time. Use it with {@code @SpringBootTest}, or with a slice such as {@code @JdbcTest} that imports
 * the code under test.
 *
 * <pre>{@code
 * @SpringBootTest
 * @BatonTest
 * class PayoutsTest {
 *   @Autowired PayoutService payouts;
 *
 *   @Test
 *   void whatIsRequestedIsPaid(TestBaton baton) {
 *     payouts.request(ADA);
 *     baton.drain();
 *     assertThat(baton).hasDone(PAY_OUT, ADA);
 *   }
 * }
 * }</pre>
 *
 * <p>Test methods and their set-up can have parameters of the types {@link
 * dev.baton.test.TestBaton}, {@link dev.baton.test.Faults}, {@link java.time.InstantSource} and,
 * with {@code baton-kafka}, {@link dev.baton.kafka.test.TestKafka}. All except the clock can also
 * be autowired fields. Before each test, Baton's tables are emptied, and its clock shows Monday,
 * 2026-03-02, 09:00 UTC. The application's data source must be one for tests.
 *
 * <p>Tests don't run in a transaction, unless their own {@code @Transactional} says so: tasks are
 * added when the code under test commits. Use a {@code @BeforeEach} method or {@code @Sql} to
 * commit the data that a test needs.
 *
 * <p>Nothing connects to Kafka: a {@link dev.baton.kafka.test.TestKafka} keeps the sent messages,
 * and delivers messages to the {@code KafkaReceiver} beans.
 */
@Documented
@Inherited
@ExtendWith(BatonTestExtension.class)
@Import(BatonTestConfiguration.class)
@TestPropertySource(properties = {"baton.kafka.brokers=none:9092", "baton.kafka.receive=false"})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BatonTest {}
