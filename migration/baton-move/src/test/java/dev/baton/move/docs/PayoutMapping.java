package dev.baton.move.docs;

import dev.baton.move.Carried;
import dev.baton.move.Mapping;
import dev.baton.move.OldTask;

/** The mapping of payouts, for the command line. */
public final class PayoutMapping implements Mapping {
  private static final Mapping BY_TYPE =
      Mapping.builder()
          .same("PAY_OUT")
          .type("com.acme.SendMail", old -> old.request("SEND_MAIL"))
          .left("com.acme.Obsolete", "no longer needed")
          .build();

  @Override
  public Carried of(OldTask task) {
    return BY_TYPE.of(task);
  }
}
