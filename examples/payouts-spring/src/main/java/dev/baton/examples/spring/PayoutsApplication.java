package dev.baton.examples.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Pays partners. */
@SpringBootApplication
public class PayoutsApplication {
  public static void main(String... arguments) {
    SpringApplication.run(PayoutsApplication.class, arguments);
  }
}
