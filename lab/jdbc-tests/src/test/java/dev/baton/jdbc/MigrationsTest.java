package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a migration is safe for a cluster whose other nodes still have the version before.
 * Reads the migrations of this Baton and one that a later Baton might have.
 */
class MigrationsTest {
  /**
   * Statements that older nodes could not handle. A constraint may be dropped: no statement fails
   * because one more row is allowed.
   */
  private static final Pattern NOT_ADDITIVE =
      Pattern.compile(
          "\\b(drop(?! constraint)|rename|truncate|modify|change column|alter column|add"
              + " constraint|add check|add primary|add unique|add foreign|create unique|create"
              + " trigger|create or replace(?! view)|delete from|set not null|update baton)\\b");

  private static final Pattern ADDED_COLUMN =
      Pattern.compile("\\badd (?:column )?(?:if not exists )?\\w+ [^,;]*");

  @ParameterizedTest
  @MethodSource("migrations")
  void aMigrationOnlyAdds(String database, int version) throws Exception {
    if (version == 1) {
      return;
    }
    String text = plain(read(database, version));
    assertThat(NOT_ADDITIVE.matcher(text).results().map(r -> r.group()))
        .as("statements that older nodes cannot handle")
        .isEmpty();
    Matcher column = ADDED_COLUMN.matcher(text);
    while (column.find()) {
      assertThat(column.group())
          .as("nodes of the version before insert without the new column")
          .satisfies(
              added ->
                  assertThat(added.contains(" default ") || !added.contains("not null")).isTrue());
    }
  }

  @ParameterizedTest
  @MethodSource("migrations")
  void migrationStoresItsVersionLast(String database, int version) throws Exception {
    String text = plain(read(database, version)).strip();
    String last = text.substring(text.lastIndexOf("insert into baton_schema "));
    assertThat(last)
        .startsWith("insert into baton_schema (version, applied_at) values (" + version);
    assertThat(last.indexOf(';')).isEqualTo(last.length() - 1);
    Matcher serves =
        Pattern.compile("into baton_schema_serves .*values \\(" + version + ", (\\d+)")
            .matcher(text);
    assertThat(serves.find()).isTrue();
    assertThat(Integer.parseInt(serves.group(1)))
        .as("the version before is served")
        .isLessThanOrEqualTo(Math.max(1, version - 1));
  }

  @Test
  void migrationsHaveFlywaysNamesInOrder() {
    for (int version = 1; version <= BatonSchema.version(); version++) {
      assertThat(name(version)).matches("V" + version + "__[a-z_]+\\.sql");
    }
  }

  /** Flyway and Liquibase refuse a file that differs from the one they applied. */
  @ParameterizedTest
  @CsvSource({
    "postgresql, 1, 58068f85e889d661e67cf51c9351daba3eace6541716d28c2ab53bfed2293075",
    "mysql, 1, e951838abafb01385debf55ab835c359ebdc6ee074179a69162466ddf968f065",
    "h2, 1, 34c59b41f0b4bb028a6b8aa82c0ee6bd1f014181b0ba426e1cc28efa3ae8d689"
  })
  void aPublishedMigrationIsNeverEdited(String database, int version, String sha256)
      throws Exception {
    byte[] found =
        MessageDigest.getInstance("SHA-256")
            .digest(read(database, version).getBytes(StandardCharsets.UTF_8));
    assertThat(HexFormat.of().formatHex(found)).isEqualTo(sha256);
  }

  static Stream<Arguments> migrations() {
    return Stream.of("postgresql", "mysql", "h2")
        .flatMap(
            database ->
                SchemaTest.LATER.stream()
                    .map(name -> Arguments.of(database, SchemaTest.LATER.indexOf(name) + 1)));
  }

  private static String name(int version) {
    return SchemaTest.LATER.get(version - 1);
  }

  private static String read(String database, int version) throws Exception {
    try (InputStream in =
        MigrationsTest.class.getResourceAsStream("/db/baton/" + database + "/" + name(version))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the text in lower case, without comments, with single blanks. */
  private static String plain(String text) {
    return text.lines()
        .filter(line -> !line.stripLeading().startsWith("--"))
        .collect(Collectors.joining(" "))
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\s+", " ");
  }
}
