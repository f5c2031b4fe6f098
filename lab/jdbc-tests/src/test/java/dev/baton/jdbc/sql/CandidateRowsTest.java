package dev.baton.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateRowsTest {
  @Test
  void neighbouringRowsShareBucketTypeAndFlow() throws Exception {
    List<Candidate> read = read("'A', 'a'", "'A', 'a'", "'A', 'b'", "'B', 'b'");
    assertThat(read)
        .extracting(Candidate::flow)
        .containsExactly(
            new Flow("A", "a"), new Flow("A", "a"), new Flow("A", "b"), new Flow("B", "b"));
    assertThat(read.get(1).flow()).isSameAs(read.get(0).flow());
    assertThat(read.get(2).flow().type()).isSameAs(read.get(0).flow().type());
    assertThat(read.get(3).bucket()).isEqualTo("default").isSameAs(read.get(0).bucket());
  }

  private static List<Candidate> read(String... flows) throws Exception {
    List<Candidate> read = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        ResultSet found = connection.createStatement().executeQuery(answer(flows))) {
      CandidateRows rows = new CandidateRows(new Rows(Dialect.of(connection)));
      while (found.next()) {
        read.add(rows.read(found));
      }
    }
    return read;
  }

  private static String answer(String... flows) {
    String row = "(RANDOM_UUID(), 1, 'default', %s, 5, CURRENT_TIMESTAMP)";
    return "VALUES "
        + String.join(", ", List.of(flows).stream().map(flow -> row.formatted(flow)).toList());
  }
}
