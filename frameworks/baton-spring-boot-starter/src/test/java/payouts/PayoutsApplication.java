package payouts;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.spring.TaskHandler;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@SpringBootApplication
public class PayoutsApplication {
  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> SEND_RECEIPT = TaskType.of("SEND_RECEIPT", Payout.class);

  @Service
  static class Payouts {
    private final JdbcTemplate jdbc;
    private final Tasks tasks;

    Payouts(JdbcTemplate jdbc, Tasks tasks) {
      this.jdbc = jdbc;
      this.tasks = tasks;
    }

    @Transactional
    public void pay(Payout payout) {
      jdbc.update("INSERT INTO payout VALUES (?, ?)", payout.partner(), payout.cents());
      tasks.add(SEND_RECEIPT.with(payout));
    }
  }

  @Component
  static class Receipts {
    @TaskHandler("SEND_RECEIPT")
    void send(Payout payout) {
      LoggerFactory.getLogger(Receipts.class).info("A receipt for {}", payout.partner());
    }
  }

  @Bean
  ApplicationRunner first(Payouts payouts) {
    return arguments -> payouts.pay(new Payout("anna", 1_250));
  }

  public static void main(String... arguments) {
    SpringApplication.run(PayoutsApplication.class, arguments);
  }
}
