package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.protocol.internal.response.result.RawType;
import dev.baton.tck.simulation.cassandra.CqlStatement.Comparison;
import dev.baton.tck.simulation.cassandra.CqlStatement.Condition;
import dev.baton.tck.simulation.cassandra.CqlStatement.Kind;
import dev.baton.tck.simulation.cassandra.CqlStatement.Limits;
import dev.baton.tck.simulation.cassandra.CqlStatement.Term;
import dev.baton.tck.simulation.cassandra.CqlStatement.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a statement. It rejects a statement that it doesn't know. Used once. */
final class CqlParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(\\?|0x[0-9a-fA-F]+|'[^']*'|[A-Za-z_%][\\w.%]*|-?\\d+|<=|>=|[=<>(),])");

  private final Map<String, CqlTable> tables;
  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private int at;

  private CqlParser(Map<String, CqlTable> tables, String text) {
    this.tables = tables;
    this.text = text;
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (token.find() && token.start() == end) {
      tokens.add(token.group(1));
      end = token.end();
    }
    require(text.substring(end).isBlank());
  }

  static CqlStatement parse(Map<String, CqlTable> tables, String text) {
    CqlParser parser = new CqlParser(tables, text);
    CqlStatement statement =
        switch (parser.next()) {
          case "SELECT" -> parser.select();
          case "INSERT" -> parser.insert();
          case "UPDATE" -> parser.update();
          case "DELETE" -> parser.delete();
          default -> throw parser.unknown();
        };
    parser.require(parser.at == parser.tokens.size());
    return statement;
  }

  private CqlStatement select() {
    List<String> columns = names();
    expect("FROM");
    CqlTable table = table();
    columns.forEach(table::type);
    List<Comparison> where = where(table);
    boolean backwards = skip("ORDER");
    if (backwards) {
      expect("BY");
      require(table.clustering().contains(next()));
      expect("DESC");
    }
    Term limit = skip("LIMIT") ? term("[limit]", CqlType.INT) : null;
    return statement(
        Kind.SELECT,
        table,
        columns,
        List.of(),
        where,
        Condition.NONE,
        new Limits(null, limit, backwards));
  }

  private CqlStatement insert() {
    expect("INTO");
    CqlTable table = table();
    expect("(");
    List<String> columns = names();
    expect(")");
    expect("VALUES");
    expect("(");
    List<Term> values = new ArrayList<>();
    for (String column : columns) {
      values.add(term(column, table.type(column)));
      expect(values.size() == columns.size() ? ")" : ",");
    }
    Condition condition = Condition.NONE;
    if (skip("IF")) {
      expect("NOT");
      expect("EXISTS");
      condition = new Condition(List.of(), false);
    }
    Limits limits = timeToLive();
    return statement(Kind.INSERT, table, columns, values, List.of(), condition, limits);
  }

  private CqlStatement update() {
    CqlTable table = table();
    Limits limits = timeToLive();
    expect("SET");
    List<String> columns = new ArrayList<>();
    List<Term> values = new ArrayList<>();
    do {
      String column = next();
      expect("=");
      columns.add(column);
      values.add(term(column, table.type(column)));
    } while (skip(","));
    List<Comparison> where = where(table);
    return statement(Kind.UPDATE, table, columns, values, where, condition(table), limits);
  }

  private CqlStatement delete() {
    expect("FROM");
    CqlTable table = table();
    List<Comparison> where = where(table);
    return statement(
        Kind.DELETE, table, List.of(), List.of(), where, condition(table), Limits.NONE);
  }

  private CqlStatement statement(
      Kind kind,
      CqlTable table,
      List<String> columns,
      List<Term> values,
      List<Comparison> where,
      Condition condition,
      Limits limits) {
    return new CqlStatement(kind, table, columns, values, where, condition, limits, variables);
  }

  private Limits timeToLive() {
    if (!skip("USING")) {
      return Limits.NONE;
    }
    expect("TTL");
    return new Limits(term("[ttl]", CqlType.INT), null, false);
  }

  private List<Comparison> where(CqlTable table) {
    expect("WHERE");
    List<Comparison> where = comparisons(table);
    where.forEach(each -> require(table.isKey(each.column())));
    return where;
  }

  private Condition condition(CqlTable table) {
    return skip("IF") ? new Condition(comparisons(table), null) : Condition.NONE;
  }

  private List<Comparison> comparisons(CqlTable table) {
    List<Comparison> all = new ArrayList<>();
    do {
      String column = next();
      String operator = next();
      require(List.of("=", "<", ">", "<=", ">=", "IN").contains(operator));
      CqlType type = table.type(column);
      RawType raw = operator.equals("IN") ? type.rawList() : type.raw();
      all.add(new Comparison(column, operator, term(column, type, raw)));
    } while (skip("AND"));
    return all;
  }

  private Term term(String name, CqlType type) {
    return term(name, type, type.raw());
  }

  private Term term(String name, CqlType type, RawType raw) {
    String written = next();
    if (!written.equals("?")) {
      return new Term(-1, type.literal(written));
    }
    variables.add(new Variable(name, raw));
    return new Term(variables.size() - 1, null);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      names.add(next());
    } while (skip(","));
    return names;
  }

  private CqlTable table() {
    String name = next();
    return Objects.requireNonNull(
        tables.get(name.substring(name.indexOf('.') + 1)), () -> "No table " + name + ": " + text);
  }

  private String next() {
    require(at < tokens.size());
    return tokens.get(at++);
  }

  private void expect(String token) {
    require(next().equals(token));
  }

  private boolean skip(String token) {
    boolean isNext = at < tokens.size() && tokens.get(at).equals(token);
    at += isNext ? 1 : 0;
    return isNext;
  }

  private void require(boolean known) {
    if (!known) {
      throw unknown();
    }
  }

  private IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "The simulation of Cassandra doesn't support this statement: " + text);
  }
}
