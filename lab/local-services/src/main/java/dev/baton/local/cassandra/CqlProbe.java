package dev.baton.local.cassandra;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends one query to a Cassandra server, with the few bytes of its protocol that this needs. */
final class CqlProbe {
  /** Queries the node's own table. A result means that the node accepts clients. */
  private static final String OWN = "SELECT release_version FROM system.local";

  /** Queries a table with three replicas. At the level ALL each of the three nodes must respond. */
  private static final String OF_ALL =
      "SELECT keyspace_name FROM system_distributed.view_build_status LIMIT 1";

  private static final int PROBE_MILLIS = 5_000;
  private static final int VERSION = 4;
  private static final int HEADER_BYTES = 9;
  private static final int STARTUP = 1;
  private static final int READY = 2;
  private static final int QUERY = 7;
  private static final int RESULT = 8;
  private static final int ONE = 1;
  private static final int ALL = 5;

  private CqlProbe() {}

  static boolean answers(InetSocketAddress address) {
    return answers(address, OWN, ONE);
  }

  /** Returns whether this node reaches all replicas, of which at most three exist. */
  static boolean reachesAll(InetSocketAddress address) {
    return answers(address, OF_ALL, ALL);
  }

  private static boolean answers(InetSocketAddress address, String query, int consistency) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PROBE_MILLIS);
      socket.connect(address, PROBE_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      writeStartup(out);
      if (answeredWith(in) != READY) {
        return false;
      }
      writeQuery(out, query, consistency);
      return answeredWith(in) == RESULT;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void writeStartup(DataOutputStream out) throws IOException {
    String name = "CQL_VERSION";
    String version = "3.0.0";
    writeHeader(out, STARTUP, 2 + 2 + name.length() + 2 + version.length());
    out.writeShort(1);
    out.writeUTF(name);
    out.writeUTF(version);
    out.flush();
  }

  private static void writeQuery(DataOutputStream out, String query, int consistency)
      throws IOException {
    byte[] text = query.getBytes(StandardCharsets.UTF_8);
    writeHeader(out, QUERY, 4 + text.length + 2 + 1);
    out.writeInt(text.length);
    out.write(text);
    out.writeShort(consistency);
    out.writeByte(0);
    out.flush();
  }

  private static void writeHeader(DataOutputStream out, int operation, int bytes)
      throws IOException {
    out.writeByte(VERSION);
    out.writeByte(0);
    out.writeShort(0);
    out.writeByte(operation);
    out.writeInt(bytes);
  }

  /** Returns the operation of the next frame and skips its content. */
  private static int answeredWith(DataInputStream in) throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    in.readFully(header);
    int bytes = java.nio.ByteBuffer.wrap(header).getInt(HEADER_BYTES - 4);
    in.skipNBytes(bytes);
    return header[4];
  }
}
