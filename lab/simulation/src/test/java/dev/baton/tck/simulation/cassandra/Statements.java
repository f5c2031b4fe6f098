package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.detach.AttachmentPoint;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinition;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultPreparedStatement;
import com.datastax.oss.driver.internal.core.cql.DefaultRow;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts between the driver's statements and rows and those of the servers in memory. */
public final class Statements {
  private static final String KEYSPACE = "baton";
  private static final ByteBuffer NO_ID = ByteBuffer.allocate(0);

  private final Servers servers;

  public Statements(Servers servers) {
    this.servers = servers;
  }

  /** Returns a session that only prepares statements. */
  public CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            Statements.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (self, method, given) -> {
              if (method.getName().equals("prepare") && given[0] instanceof String text) {
                return prepared(text);
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private PreparedStatement prepared(String text) {
    CqlStatement statement = servers.parsed(text);
    List<ColumnDefinition> variables = new ArrayList<>();
    for (CqlStatement.Variable variable : statement.variables()) {
      variables.add(column(statement, variable.name(), variables.size(), variable.type()));
    }
    return new DefaultPreparedStatement(
        NO_ID,
        text,
        DefaultColumnDefinitions.valueOf(variables),
        List.of(),
        NO_ID,
        selected(statement),
        null,
        Map.of(),
        null,
        null,
        null,
        null,
        null,
        Map.of(),
        null,
        null,
        null,
        Integer.MIN_VALUE,
        null,
        null,
        false,
        CodecRegistry.DEFAULT,
        ProtocolVersion.V4);
  }

  private static ColumnDefinition column(
      CqlStatement statement, String name, int index, RawType type) {
    return new DefaultColumnDefinition(
        new ColumnSpec(KEYSPACE, statement.table().name(), name, index, type),
        AttachmentPoint.NONE);
  }

  static ColumnDefinitions selected(CqlStatement statement) {
    List<ColumnDefinition> columns = new ArrayList<>();
    if (statement.kind() == CqlStatement.Kind.SELECT) {
      for (String name : statement.columns()) {
        columns.add(column(statement, name, columns.size(), statement.table().type(name).raw()));
      }
    }
    return DefaultColumnDefinitions.valueOf(columns);
  }

  /** Returns the requests of the statement or batch, with their values. */
  public List<Request> requests(Statement<?> statement) {
    List<Request> requests = new ArrayList<>();
    if (statement instanceof BatchStatement batch) {
      batch.forEach(each -> requests.add(request((BoundStatement) each)));
    } else {
      requests.add(request((BoundStatement) statement));
    }
    return requests;
  }

  private Request request(BoundStatement bound) {
    List<@Nullable ByteBuffer> values = new ArrayList<>();
    Set<Integer> unset = new HashSet<>();
    for (int i = 0; i < bound.size(); i++) {
      values.add(bound.isSet(i) ? bound.getBytesUnsafe(i) : null);
      if (!bound.isSet(i)) {
        unset.add(i);
      }
    }
    return new Request(servers.parsed(bound.getPreparedStatement().getQuery()), values, unset);
  }

  /** Returns the consistency of a read; null for a write. */
  public static Servers.@Nullable Reading reading(Statement<?> sent, List<Request> requests) {
    if (requests.get(0).statement().kind() != CqlStatement.Kind.SELECT) {
      return null;
    }
    ConsistencyLevel level = sent.getConsistencyLevel();
    return level != null && level.isSerial() ? Servers.Reading.SERIAL : Servers.Reading.PLAIN;
  }

  /** Returns the found rows as the driver's rows. */
  public static List<Row> rows(Request request, List<Servers.Found> found) {
    ColumnDefinitions columns = selected(request.statement());
    List<Row> rows = new ArrayList<>();
    for (Servers.Found each : found) {
      List<@Nullable ByteBuffer> values = new ArrayList<>();
      for (String column : request.statement().columns()) {
        ByteBuffer value = each.values().get(column);
        values.add(value == null ? null : value.duplicate());
      }
      rows.add(new DefaultRow(columns, values));
    }
    return rows;
  }
}
