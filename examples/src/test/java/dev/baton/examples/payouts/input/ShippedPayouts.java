package dev.baton.examples.payouts.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates the file of payouts that comes with the demo, always the same one: 10,000 rows for
 * eight partners, one of them slow. Its {@code main} takes the file to write.
 */
final class ShippedPayouts {
  private static final int ROWS = 10_000;
  private static final long SEED = 20_260_101;
  private static final List<String> PARTNERS =
      List.of(
          "NORTHBANK",
          "ALPENBANK",
          "CASA DI PRATO",
          "\"Müller, Söhne & Cie\"",
          "KAISHA GINKO",
          "\"Banque \"\"L'Avenir\"\"\"",
          "TIGERPAY");
  private static final String SLOW_PARTNER = "SNAILBANK";
  private static final List<String> CURRENCIES = List.of("EUR", "EUR", "EUR", "USD", "CHF", "SEK");

  private final Random random = new Random(SEED);

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), new ShippedPayouts().text());
  }

  String text() {
    List<String> rows = new ArrayList<>();
    rows.add("id,partner,amount,currency,priority,due_in_seconds,bank");
    while (rows.size() <= ROWS) {
      boolean duplicate = rows.size() > 100 && chance(150);
      rows.add(duplicate ? rows.get(1 + random.nextInt(rows.size() - 1)) : row(rows.size()));
    }
    return String.join("\n", rows) + "\n";
  }

  private String row(int number) {
    boolean slow = chance(90);
    String partner = slow ? SLOW_PARTNER : PARTNERS.get(random.nextInt(PARTNERS.size()));
    return String.join(
        ",",
        String.format("P-%06d", number),
        partner,
        String.format("%d.%02d", 1 + random.nextInt(2_000), random.nextInt(100)),
        CURRENCIES.get(random.nextInt(CURRENCIES.size())),
        String.valueOf(random.nextInt(10)),
        String.valueOf(chance(500) ? 1 + random.nextInt(8) : 0),
        slow ? "slow:" + (200 + 50 * random.nextInt(5)) : bank());
  }

  private String bank() {
    if (chance(300)) {
      return "busy:" + (1 + random.nextInt(4));
    }
    return chance(40) ? "refuse" : "ok";
  }

  /** Returns true this many times out of ten thousand. */
  private boolean chance(int times) {
    return random.nextInt(10_000) < times;
  }
}
