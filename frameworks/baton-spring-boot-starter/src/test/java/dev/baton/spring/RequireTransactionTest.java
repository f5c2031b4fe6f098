package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** {@code baton.require-transaction}, and a mistake that it finds. */
class RequireTransactionTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withPropertyValues("baton.require-transaction=true")
          .withBean(Orders.class);

  static class Orders {
    private final Tasks tasks;

    Orders(Tasks tasks) {
      this.tasks = tasks;
    }

    public UUID acceptOnThis() {
      return accept();
    }

    @Transactional
    public UUID accept() {
      return tasks.add(TaskRequest.of(TaskType.of("SHIP")).onHold()).taskId();
    }
  }

  @Test
  void transactionalMethodCalledOnThisIsRefused() {
    runner.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThatThrownBy(() -> context.getBean(Orders.class).acceptOnThis())
              .isInstanceOf(IllegalStateException.class)
              .hasMessageStartingWith(
                  "add(TaskRequest(SHIP)) was called outside of any transaction")
              .hasMessageContaining("baton.require-transaction")
              .hasMessageContaining("Put @Transactional on the method")
              .hasMessageContaining("on `this` the annotation has no effect");
          assertThat(count(context.getBean(JdbcTemplate.class))).isZero();
        });
  }

  @Test
  void methodCalledThroughItsBeanAddsTheTask() {
    runner.run(
        context -> {
          context.getBean(Orders.class).accept();
          assertThat(count(context.getBean(JdbcTemplate.class))).isOne();
        });
  }

  private static long count(JdbcTemplate jdbc) {
    Long count = jdbc.queryForObject("SELECT count(*) FROM baton_task", Long.class);
    return count == null ? 0 : count;
  }
}
