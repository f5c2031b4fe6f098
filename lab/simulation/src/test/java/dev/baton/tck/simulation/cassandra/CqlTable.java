package dev.baton.tck.simulation.cassandra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table of Cassandra.
 *
 * @param columns the columns by name, in order
 * @param partition the columns that form the partition key
 * @param clustering the column that identifies a row in its partition; empty when a partition is
 *     one row
 */
record CqlTable(
    String name, Map<String, CqlType> columns, List<String> partition, List<String> clustering) {
  private static final Pattern CREATE =
      Pattern.compile(
          "CREATE TABLE IF NOT EXISTS %s\\.(\\w+) \\((.*?)\\n\\)( WITH [^;]*)?;", Pattern.DOTALL);
  private static final Pattern COLUMN =
      Pattern.compile("^\\s*(\\w+) ([a-z<>]+)( PRIMARY KEY)?,?$", Pattern.MULTILINE);
  private static final Pattern KEY =
      Pattern.compile("PRIMARY KEY \\((?:\\(([^)]*)\\)|(\\w+))(?:, (\\w+))?\\)");

  CqlTable {
    if (clustering.size() > 1) {
      throw new IllegalArgumentException(name + " has several clustering columns: not supported");
    }
  }

  /** Returns the tables that these statements create, by name. */
  static Map<String, CqlTable> all(String schema) {
    Map<String, CqlTable> tables = new TreeMap<>();
    Matcher create = CREATE.matcher(schema);
    while (create.find()) {
      tables.put(create.group(1), of(create.group(1), create.group(2)));
    }
    return tables;
  }

  private static CqlTable of(String name, String body) {
    Map<String, CqlType> columns = new LinkedHashMap<>();
    List<String> partition = List.of();
    List<String> clustering = List.of();
    Matcher column = COLUMN.matcher(body);
    while (column.find()) {
      columns.put(column.group(1), CqlType.of(column.group(2)));
      if (column.group(3) != null) {
        partition = List.of(column.group(1));
      }
    }
    Matcher key = KEY.matcher(body);
    if (key.find()) {
      String several = key.group(1);
      partition = several == null ? List.of(key.group(2)) : List.of(several.split(", "));
      clustering = Stream.ofNullable(key.group(3)).toList();
    }
    return new CqlTable(name, columns, partition, clustering);
  }

  CqlType type(String column) {
    return Objects.requireNonNull(columns.get(column), () -> name + " has no column " + column);
  }

  boolean isKey(String column) {
    return partition.contains(column) || clustering.contains(column);
  }
}
