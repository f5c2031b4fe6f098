package dev.baton.examples.spring;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Simulates a bank that is busy at the first request for a payout, and pays at the second. */
@Component
class PracticeBank implements Bank {
  private static final Logger LOG = LoggerFactory.getLogger(PracticeBank.class);

  private final Set<String> heardOf = ConcurrentHashMap.newKeySet();
  private final Set<String> paid = ConcurrentHashMap.newKeySet();

  @Override
  public void pay(Payout payout, String idempotencyKey) throws IOException {
    if (heardOf.add(idempotencyKey)) {
      throw new IOException("the bank is busy");
    }
    if (paid.add(idempotencyKey)) {
      LOG.info("The bank paid {} cents to {}", payout.cents(), payout.partner());
    }
  }
}
