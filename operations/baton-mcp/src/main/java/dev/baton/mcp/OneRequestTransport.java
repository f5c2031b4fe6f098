package dev.baton.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Passes one message at a time to the protocol server, on the thread that received it. */
final class OneRequestTransport implements McpStatelessServerTransport {
  private @Nullable McpStatelessServerHandler handler;

  @Override
  public void setMcpHandler(McpStatelessServerHandler handler) {
    this.handler = handler;
  }

  @Override
  public List<String> protocolVersions() {
    return List.of(
        ProtocolVersions.MCP_2025_03_26,
        ProtocolVersions.MCP_2025_06_18,
        ProtocolVersions.MCP_2025_11_25);
  }

  McpSchema.JSONRPCResponse answer(McpTransportContext context, McpSchema.JSONRPCRequest call) {
    McpSchema.JSONRPCResponse answer =
        handler()
            .handleRequest(context, call)
            .contextWrite(all -> all.put(McpTransportContext.KEY, context))
            .block();
    if (answer == null) {
      throw new IllegalStateException("The protocol server returned no response");
    }
    return answer;
  }

  void tell(McpTransportContext context, McpSchema.JSONRPCNotification told) {
    handler()
        .handleNotification(context, told)
        .contextWrite(all -> all.put(McpTransportContext.KEY, context))
        .block();
  }

  private McpStatelessServerHandler handler() {
    if (handler == null) {
      throw new IllegalStateException("The protocol server isn't built yet");
    }
    return handler;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
